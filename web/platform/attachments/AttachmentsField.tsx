import { FileText, Paperclip, X } from 'lucide-react'
import { type ChangeEvent, type Dispatch, type SetStateAction, useContext, useRef, useState } from 'react'
import { attachmentLimits, uploadAttachment } from '#contract/platform/attachments/attachments.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { sentFile } from '#web/ui/sent-file.ts'
import { Typed } from '#web/ui/typed.ts'
import { type Attached, sizeOf } from './AttachmentList.tsx'

type Props = {
  schoolId: string
  /** Where the files are sent, and at most how many. */
  upload?: Pick<typeof uploadAttachment, 'path' | 'output'>
  most?: number
  items: readonly Attached[]
  onChange: Dispatch<SetStateAction<readonly Attached[]>>
  /** Whether a file is on its way: what is stored meanwhile would be without it. */
  onSending: (sending: boolean) => void
}

/** Pictures and PDF files of what is being written: each is sent and checked as it is chosen, and may be taken away again. */
export function AttachmentsField({
  schoolId,
  upload = uploadAttachment,
  most = attachmentLimits.ofOne,
  items,
  onChange,
  onSending,
}: Props) {
  const { t, language } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const setTyped = useContext(Typed)
  const change: Props['onChange'] = (next) => {
    setTyped?.('some')
    onChange(next)
  }

  async function send(chosen: File[]) {
    setError(null)
    onSending(true)
    try {
      for (const file of chosen.slice(0, most - items.length)) {
        setProgress(0)
        const added = await sent(upload, schoolId, file, setProgress)
        change((before) => [...before, added])
      }
    } catch (problem) {
      setError(sentenceFrom(problem))
    } finally {
      setProgress(null)
      onSending(false)
    }
  }

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    void send([...(currentTarget.files ?? [])])
    // So that the same file can be chosen again.
    currentTarget.value = ''
  }

  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('files.title')}</legend>
      <ul className="mb-2 divide-y divide-line rounded-field border border-line empty:hidden">
        {items.map(({ id, name, bytes }) => (
          <li key={id} className="flex items-center gap-2 ps-3">
            <FileText className="size-5 shrink-0 text-primary" aria-hidden="true" />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <Bdi>{name}</Bdi>
            </span>
            <span className="text-sm whitespace-nowrap text-muted">{sizeOf(bytes, language)}</span>
            <IconButton
              label={`${t('files.remove')}: ${name}`}
              onClick={() => change((before) => before.filter((one) => one.id !== id))}
            >
              <X className="size-5" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <input ref={input} type="file" hidden multiple accept={accepted} aria-label={t('files.add')} onChange={choose} />
      <Button type="button" disabled={progress !== null || items.length >= most} onClick={() => input.current?.click()}>
        <Paperclip className="size-5" aria-hidden="true" />
        {progress === null ? t('files.add') : t('files.sending', { percent: Math.round(progress * 100) })}
      </Button>
      <p className="mt-1.5 text-sm text-muted">{t('files.hint', { count: most })}</p>
      <p role="alert" className="mt-1.5 text-danger empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}

const accepted = 'image/jpeg,image/png,image/webp,application/pdf'

type Upload = NonNullable<Props['upload']>

async function sent(upload: Upload, schoolId: string, file: File, onProgress: (part: number) => void) {
  const query = new URLSearchParams({ schoolId, name: file.name.slice(-200) })
  const path = `${upload.path}?${query}`
  const { signal } = new AbortController()
  return upload.output.parse(await sentFile({ path, fields: {}, file, name: 'file', signal, onProgress }))
}
