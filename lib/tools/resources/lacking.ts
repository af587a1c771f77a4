// What a page says of an index that does not have what it would tell.

import * as Table from "../../report/table.ts"

export const lacking = (title: string, what: string, id: string): string =>
  `# ${title} of ${
    Table.code(id)
  }\n\nThis index does not have ${what}: run \`portolan analyze\` in the repository, which ` +
  "makes them.\n"
