import type { uploadStatement } from '#contract/money/fees/statements.ts'
import type { Context, Run } from '#server/call/implement.ts'
import type { FileReader } from '#server/exchange/imports/read/read-file.ts'
import { storeStatement } from '#server/money/fees/statements.rules.ts'
import { statementIn } from './read-statement.ts'

/** Reads statements of a bank in the process of imports, and stores what was found. */
export const bankStatements =
  ({ read }: FileReader) =>
  async (file: () => Promise<Buffer>): Promise<Run> => {
    const content = await read(file)
    return (context: Context<typeof uploadStatement>) =>
      storeStatement(context, statementIn(content, context.school.today))
  }
