import type { Run } from '#server/call/implement.ts'

type Checked = { kind: 'picture' | 'file'; content: Buffer }

/** What the two routes need from the domain of pictures and files. */
export type Attachments = {
  /** The kind of an uploaded file, after checking that it is harmless. Throws 400 otherwise, and 429 for a person whose PDF files could not be read. */
  checked: (personId: string, head: Buffer, read: () => Promise<Buffer>) => Promise<Checked>
  keeping: (checked: Checked) => Run
  file: (request: {
    id: string
    secret: string | null
    requestId: string
    identified: (isLive: boolean) => Promise<void>
  }) => Promise<Checked & { name: string }>
}
