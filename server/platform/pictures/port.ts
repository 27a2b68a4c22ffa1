import type { PictureType } from '#contract/platform/pictures/pictures.ts'
import type { Run } from '#server/call/implement.ts'
import type { Called } from '#server/call/serve.ts'

/** What the two routes need from the domain of pictures. */
export type Pictures = {
  isPicture: (bytes: Buffer) => boolean
  webp: (bytes: Buffer, type: PictureType) => Promise<Buffer>
  uploadOf: NonNullable<Called['exactly']>
  look: Run
  keeping: (webp: Buffer) => Run
  shown: (picture: {
    name: string
    isKept: boolean
    secret: string | null
    requestId: string
    identified: (isLive: boolean) => Promise<void>
  }) => Promise<{ content: Buffer | null; everybodys: boolean }>
}
