import type { uploadImport } from '#contract/exchange/imports/imports.ts'
import type { Context } from '#server/call/implement.ts'
import type { Uploads } from './port.ts'
import { tableIn } from '#server/exchange/imports/check/draft.ts'
import { storeDraft } from './drafts.ts'
import type { FileReader } from '#server/exchange/imports/read/read-file.ts'

/** Reads uploads in the form in which their route needs them. */
export const uploadsOf = ({ read }: FileReader): Uploads => ({
  async keeping(file, kind, parts) {
    const table = tableIn(await read(file), parts, kind)
    return (context: Context<typeof uploadImport>) => storeDraft(context, table, context.input.fileName ?? null)
  },
})
