// Stands in for a machine on which the native add-on was not built, where the environment says so.

import Module from "node:module"
import process from "node:process"

if (process.env["PORTOLAN_TEST_WITHOUT_ADDON"] === "1") {
  const refuse = () => {
    throw new Error("there is no add-on here")
  }
  // Node and Deno load it by the one, Bun by the other.
  Module._extensions[".node"] = refuse
  process.dlopen = refuse
}
