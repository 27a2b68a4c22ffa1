import { CamelCasePlugin, type KyselyPlugin } from 'kysely'

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** In our code, tables and columns have names in camelCase. The rows of a connection already have these names. */
export const names: KyselyPlugin = {
  transformQuery: (query) => camelCase.transformQuery(query),
  transformResult: async ({ result }) => result,
}

/** The name of a column in our code. */
export const nameInProduct = (column: string) =>
  column.replace(/(?<=.)_+([^_]?)/g, (_, letter: string) => letter.toUpperCase())
