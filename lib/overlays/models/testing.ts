// What frameworks of tests take, as data: by the last part of the name of what takes it.

/** A single test, with its title. */
export const CASE = /^(test|it|specify|bench|each|for|only|skip|todo|concurrent|sequential|runIf|skipIf|fails|failing)$/

/** It makes something that tests name as a parameter. */
export const FIXTURE = /^(fixture|yield_fixture)$/

/** Members of a type of tests that run before or behind each of its tests. */
export const AROUND =
  /^(set_?up|tear_?down|set_?up_?class|tear_?down_?class|setup_method|teardown_method|setup_class|before|before_?(each|all)|after|after_?(each|all))$/i
