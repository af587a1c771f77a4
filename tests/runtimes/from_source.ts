// As a user writes it in the checkout.

export { analyze, open } from "lib"
