// What frameworks of tests take, as data: by the last part of the name of what takes it.

/** A single test, with its title. */
export const CASE = /^(test|it|specify|bench|each|for|only|skip|todo|concurrent|sequential|runIf|skipIf|fails|failing)$/

/** It makes something that tests name as a parameter. */
export const FIXTURE = /^(fixture|yield_fixture)$/

/** What runs before or behind each test of the same type or file. */
export const AROUND = /^((set_?up|tear_?down)(_?(class|method|function|module))?|(before|after)(_?(each|all|class))?)$/i
