// The node types of the Kotlin grammar and what each stands for. The grammar gives few fields, so most rules name code
// beside this table, by noun.

import type { Operator, RoleTable, Rule } from "../../syntax/roles.ts"
import {
  argument,
  assignment,
  binary,
  call,
  contains,
  index,
  infix,
  navigation,
  range,
  reference,
  unary,
} from "./calls.ts"
import {
  classParameters,
  delegated,
  delegatedCall,
  enterAlias,
  enterBases,
  enterBody as enterMembers,
  enterClass,
  enterConstructor,
  enterEntry,
  enterInit,
  enterObject,
  enterSecondary,
  exitAlias,
  exitBases,
  exitEntry,
  exitObject,
} from "./classes.ts"
import {
  cast,
  enterCatch,
  enterLoop,
  enterWhen,
  exitCatch,
  forLoop,
  ifExpression,
  rangeTest,
  returned,
  subject,
  tryExpression,
  typeTest,
  whenExpression,
  whileLoop,
} from "./control.ts"
import { enterAnonymous, enterBody, enterFunction, exitAnonymous, exitBlock, exitFunction } from "./functions.ts"
import { enterLambda, exitLambda, lambdaParameters } from "./lambdas.ts"
import { annotation, constructorInvocation } from "./modifiers.ts"
import { filePackage, importHeader } from "./modules_syntax.ts"
import { identifier } from "./names.ts"
import { valueParameters } from "./parameters.ts"
import { enterGetter, enterProperty, enterSetter, exitGetter, exitProperty, exitSetter } from "./properties.ts"
import { superExpression, thisExpression } from "./receivers.ts"
import { prepare, repair } from "./repair.ts"
import { float, number, text } from "./texts.ts"
import {
  enterFunctionType,
  exitFunctionType,
  innerType,
  intersection,
  typeConstraint,
  typedParameter,
  typeParameters,
  userType,
} from "./types.ts"

/** Operators that are read by the code that they are handed to: what they give depends on their operands. */
const READ = (...words: ReadonlyArray<string>): Readonly<Record<string, Operator>> =>
  Object.fromEntries(words.map((it) => [it, "primitive"]))

const ASSIGNING = READ("=", "+=", "-=", "*=", "/=", "%=")
const BINARY = READ("+", "-", "*", "/", "%", "?:", "&&", "||", "==", "!=", "===", "!==", "<", ">", "<=", ">=")
const UNARY = READ("!!", "!", "-", "+", "++", "--")

const LITERAL_LEAF = { is: "literal", leaf: true } as const

const rules: Record<string, Rule> = {
  source_file: { is: "file", exit: filePackage },
  file_annotation: { is: "statement", rest: "decorator" },
  package_header: { is: "own", rest: "none" },
  import: { is: "own", rest: "none", tokens: ["*"], exit: importHeader },
  qualified_identifier: { is: "list", rest: "none" },

  // declarations
  class_declaration: {
    is: "class",
    kind: "Class",
    declares: "around",
    name: "name",
    rest: "none",
    tokens: ["interface"],
    enter: enterClass,
  },
  object_declaration: { is: "class", kind: "Class", declares: "around", name: "name", rest: "none", enter: enterClass },
  companion_object: { is: "class", kind: "Class", declares: "around", name: "name", rest: "none", enter: enterClass },
  object_literal: { is: "own", rest: "none", enter: enterObject, exit: exitObject },
  class_body: { is: "members", rest: "discard", enter: enterMembers },
  enum_class_body: { is: "members", rest: "discard", enter: enterMembers },
  enum_entry: { is: "own", rest: "none", enter: enterEntry, exit: exitEntry },
  primary_constructor: { is: "own", rest: "none", enter: enterConstructor },
  class_parameters: { is: "list", rest: "none", exit: classParameters },
  class_parameter: { is: "own", rest: "value", tokens: ["val", "var"] },
  secondary_constructor: { is: "own", rest: "none", enter: enterSecondary },
  constructor_delegation_call: { is: "own", rest: "value", tokens: ["this"], exit: delegatedCall },
  anonymous_initializer: { is: "own", rest: "discard", enter: enterInit },
  delegation_specifiers: { is: "own", rest: "extend", enter: enterBases, exit: exitBases },
  delegation_specifier: { is: "list", rest: "inherit" },
  explicit_delegation: { is: "own", rest: "value", exit: delegated },
  constructor_invocation: { is: "own", rest: "inherit", exit: constructorInvocation },
  function_declaration: {
    is: "function",
    kind: "Function",
    amongMembers: "Method",
    declares: "around",
    name: "name",
    rest: "none",
    enter: enterFunction,
    exit: exitFunction,
  },
  function_body: { is: "list", rest: "value" },
  function_value_parameters: { is: "list", rest: "value", exit: valueParameters },
  parameter: { is: "own", rest: "none", exit: typedParameter },
  property_declaration: {
    is: "own",
    rest: "value",
    tokens: ["val", "var"],
    enter: enterProperty,
    exit: exitProperty,
  },
  property_delegate: { is: "own", rest: "value" },
  getter: { is: "own", rest: "none", enter: enterGetter, exit: exitGetter },
  setter: { is: "own", rest: "none", enter: enterSetter, exit: exitSetter },
  variable_declaration: { is: "own", rest: "none" },
  multi_variable_declaration: { is: "own", rest: "none" },
  type_alias: { is: "own", kind: "TypeAlias", name: "type", rest: "none", enter: enterAlias, exit: exitAlias },

  // modifiers
  modifiers: { is: "modifier", rest: "decorator" },
  parameter_modifiers: { is: "list", rest: "decorator" },
  type_modifiers: { is: "list", rest: "decorator" },
  type_parameter_modifiers: { is: "list", rest: "decorator" },
  annotation: { is: "decorator", rest: "inherit", exit: annotation },
  use_site_target: { is: "token" },
  class_modifier: { is: "token" },
  member_modifier: { is: "token" },
  function_modifier: { is: "token" },
  property_modifier: { is: "token" },
  visibility_modifier: { is: "token" },
  inheritance_modifier: { is: "token" },
  parameter_modifier: { is: "token" },
  platform_modifier: { is: "token" },
  reification_modifier: { is: "token" },
  variance_modifier: { is: "token" },
  label: { is: "token" },

  // types
  user_type: { is: "own", rest: "none", exit: userType },
  nullable_type: { is: "own", rest: "none", exit: innerType },
  parenthesized_type: { is: "own", rest: "none", exit: innerType },
  non_nullable_type: { is: "own", rest: "none", exit: intersection },
  function_type: { is: "own", rest: "none", enter: enterFunctionType, exit: exitFunctionType },
  function_type_parameters: { is: "list", rest: "none" },
  type_parameters: { is: "own", rest: "none", exit: typeParameters },
  type_parameter: { is: "own", rest: "none" },
  type_constraints: { is: "list", rest: "none" },
  type_constraint: { is: "own", rest: "none", exit: typeConstraint },
  type_arguments: { is: "list", rest: "none" },
  type_projection: { is: "own", rest: "none", exit: innerType },

  // statements
  block: { is: "block", rest: "inherit", enter: enterBody, exit: exitBlock },
  for_statement: { is: "own", rest: "value", repeats: true, enter: enterLoop, exit: forLoop },
  while_statement: { is: "own", rest: "discard", condition: "condition", repeats: true, exit: whileLoop },
  do_while_statement: { is: "own", rest: "discard", condition: "condition", repeats: true },
  assignment: {
    is: "own",
    target: "left",
    operator: "operator",
    value: "right",
    operators: ASSIGNING,
    exit: assignment,
  },
  return_expression: { is: "own", rest: "value", key: "label", leaves: true, exit: returned },
  throw_expression: { is: "own", rest: "value", leaves: true },

  // leaves
  identifier: { is: "name", exit: identifier },
  number_literal: { ...LITERAL_LEAF, literal: "number", exit: number },
  float_literal: { ...LITERAL_LEAF, literal: "double", exit: float },
  character_literal: { ...LITERAL_LEAF, literal: "char" },
  string_literal: { is: "literal", literal: "string", exit: text },
  multiline_string_literal: { is: "literal", literal: "string", exit: text },
  interpolation: { is: "wrap", rest: "value" },
  this_expression: { is: "this", leaf: true, exit: thisExpression },
  super_expression: { is: "own", rest: "none", exit: superExpression },

  // expressions
  parenthesized_expression: { is: "wrap", value: "", rest: "inherit", transparent: true },
  annotated_expression: { is: "wrap", rest: "inherit" },
  labeled_expression: { is: "wrap", rest: "inherit" },
  collection_literal: { is: "array" },
  navigation_expression: { is: "own", rest: "value", tokens: ["?.", "::"], exit: navigation },
  callable_reference: { is: "own", rest: "none", exit: reference },
  call_expression: { is: "own", rest: "callee", exit: call },
  value_arguments: { is: "list", rest: "value" },
  value_argument: { is: "own", rest: "value", tokens: ["=", "*"], exit: argument },
  spread_expression: { is: "spread", value: "", rest: "value" },
  annotated_lambda: { is: "wrap", rest: "value" },
  lambda_literal: { is: "own", rest: "value", enter: enterLambda, exit: exitLambda },
  lambda_parameters: { is: "own", rest: "none", exit: lambdaParameters },
  anonymous_function: { is: "own", rest: "none", enter: enterAnonymous, exit: exitAnonymous },
  unary_expression: {
    is: "own",
    operator: "operator",
    value: "argument",
    operators: UNARY,
    guards: { "!": "not" },
    exit: unary,
  },
  binary_expression: {
    is: "own",
    operator: "operator",
    left: "left",
    right: "right",
    operators: BINARY,
    guards: { "&&": "and", "||": "or" },
    exit: binary,
  },
  infix_expression: { is: "own", rest: "value", exit: infix },
  range_expression: { is: "own", rest: "value", exit: range },
  in_expression: { is: "own", left: "left", right: "right", exit: contains },
  is_expression: { is: "own", left: "left", right: "right", guards: { is: "is", "!is": "isNot" }, exit: typeTest },
  as_expression: { is: "own", left: "left", right: "right", tokens: ["as?"], exit: cast },
  index_expression: { is: "own", rest: "value", exit: index },
  if_expression: { is: "own", rest: "inherit", condition: "condition", tokens: ["else"], exit: ifExpression },
  when_expression: { is: "own", rest: "inherit", enter: enterWhen, exit: whenExpression },
  when_subject: { is: "own", rest: "value", exit: subject },
  when_entry: { is: "own", rest: "inherit", condition: "condition" },
  type_test: { is: "own", rest: "none", tokens: ["!is"] },
  range_test: { is: "own", rest: "value", exit: rangeTest },
  try_expression: { is: "own", rest: "inherit", exit: tryExpression },
  catch_block: { is: "own", rest: "inherit", enter: enterCatch, exit: exitCatch },
  finally_block: { is: "own", rest: "discard" },
}

export const roles: RoleTable = {
  rules,
  dropped: ["string_content", "escape_sequence", "shebang"],
  comments: ["line_comment", "block_comment"],
  modifiers: {},
  docStart: "/**",
  functionsApart: true,
  constructorName: "constructor",
  prototypeName: "",
  wholeModuleName: "",
  defaultName: "",
  moduleFunctions: [],
  isComponent: () => false,
  prepare,
  repair,
}
