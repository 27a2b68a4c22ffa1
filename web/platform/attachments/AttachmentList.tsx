import { FileText } from 'lucide-react'
import type { Attachment } from '#contract/platform/attachments/attachments.ts'
import type * as z from 'zod/mini'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'

export type Attached = z.output<typeof Attachment>

/** Pictures and files of an announcement or homework: pictures are shown, files are downloaded. */
export function AttachmentList({ items }: { items: readonly Attached[] }) {
  const { language } = useTranslation()
  if (items.length === 0) return null
  return (
    <ul className="flex flex-wrap items-start gap-2">
      {items.map(({ id, kind, name, bytes }) => (
        <li key={id} className="max-w-full">
          {kind === 'picture' ? (
            <a href={fileAddress(id)} target="_blank" rel="noopener noreferrer" className="block">
              <img
                src={fileAddress(id)}
                alt={name}
                loading="lazy"
                className="max-h-72 max-w-full rounded-card border border-line"
              />
            </a>
          ) : (
            <a
              href={fileAddress(id)}
              download={name}
              className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-field border border-line bg-surface px-4 py-2 hover:border-primary"
            >
              <FileText className="size-5 shrink-0 text-primary" aria-hidden="true" />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <Bdi>{name}</Bdi>
              </span>
              <span className="text-sm whitespace-nowrap text-muted">{sizeOf(bytes, language)}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

const fileAddress = (id: string) => `/files/${id}`

/** 2.4 MB, 120 kB. */
export function sizeOf(bytes: number, language: string) {
  const [value, unit] = bytes < 1_000_000 ? [Math.ceil(bytes / 1000), 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}
