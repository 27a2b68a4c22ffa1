import type { OutputOf } from '#contract/language/operation.ts'
import type { postWriting } from '#contract/messages/posts/posts.ts'
import { paths } from '#web/lib/paths.ts'

export type WrittenPost = OutputOf<typeof postWriting.written>[number]

/** A text for WhatsApp with the title and the address of an announcement: the person sends it, we send nothing. */
export const sharing = ({ id, title }: Pick<WrittenPost, 'id' | 'title'>, origin = location.origin) =>
  `https://wa.me/?text=${encodeURIComponent(`${title}\n${origin}${paths.posts(id)}`)}`
