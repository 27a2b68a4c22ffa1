import { CamelCasePlugin, type KyselyPlugin } from 'kysely'

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** Tables and columns have their names in the product in camelCase; the connection gives rows with those names already. */
export const names: KyselyPlugin = {
  transformQuery: (query) => camelCase.transformQuery(query),
  transformResult: async ({ result }) => result,
}

/** A column as the product calls it. */
export const nameInProduct = (column: string) =>
  column.replace(/(?<=.)_+([^_]?)/g, (_, letter: string) => letter.toUpperCase())
