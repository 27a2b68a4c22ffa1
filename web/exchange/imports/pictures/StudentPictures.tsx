import { Images } from 'lucide-react'
import { useRef, useState } from 'react'
import { recordLists } from '#contract/people/official-records/record-lists.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { useMay, wholeNow } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { type MatchedPicture, matchPictures, type NamedPicture, type Pictured } from './match-pictures.ts'
import { picturesIn } from './pictures-in.ts'
import { usePicturesSent } from './sent-pictures.ts'

type Found = ReturnType<typeof matchPictures>

/** Pictures of many students at once, found by the names of their files. Nothing is stored before the person has seen which is whose. */
export function StudentPictures({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<Found | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [reading, setReading] = useState(false)
  const mayReadRecords = useMay(recordLists.records)
  const may = useMay(studentRecords.list)
  const mayChange = useMay(studentRecords.update)
  const sending = usePicturesSent()
  if (!may || !mayChange) return null

  async function choose(files: File[]) {
    setError(null)
    setReading(true)
    try {
      const pictures = await picturesIn(files)
      setFound(matchPictures(pictures, await studentsOf(schoolId, mayReadRecords)))
    } catch (problem) {
      setError(sentenceFrom(problem))
    } finally {
      setReading(false)
    }
  }

  return (
    <section className="mt-4 rounded-card border border-line bg-surface px-5 py-4" data-import="pictures">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold">{t('imports.pictures.title')}</h2>
          <p className="text-sm text-muted">{t('imports.pictures.hint')}</p>
        </div>
        <Button
          disabled={reading || sending.part !== null}
          icon={<Images className="size-5" aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t(reading ? 'imports.checking' : 'imports.pictures.choose')}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".zip,.jpg,.jpeg,.png,.webp"
        data-import="picture-files"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) void choose(files)
        }}
      />
      {error && (
        <p role="alert" className="mt-3 text-danger">
          {error}
        </p>
      )}
      {found && sending.part === null && !sending.result && (
        <Preview found={found} onSend={() => void sending.send(found.matched)} onCancel={() => setFound(null)} />
      )}
      <Sending of={sending} />
    </section>
  )
}

/** How far the pictures are, and then what was stored. */
function Sending({ of: { part, result, stop, undo } }: { of: ReturnType<typeof usePicturesSent> }) {
  const { t } = useTranslation()
  if (part !== null)
    return (
      <div role="status" className="mt-4">
        <ProgressBar label={t('imports.pictures.title')} part={part} />
        <Button className="mt-3" onClick={stop}>
          {t('common.cancel')}
        </Button>
      </div>
    )
  if (!result) return null
  return (
    <div role="status" className="mt-4">
      <p className="font-medium">{t('imports.pictures.done', { count: result.done.length })}</p>
      <Names title="imports.pictures.failed" names={result.failed} />
      {result.done.length > 0 && (
        <Button className="mt-3" onClick={() => void undo()}>
          {t('imports.pictures.undo')}
        </Button>
      )}
    </div>
  )
}

/** The students at the school. Their numbers are those that this person may read. */
async function studentsOf(schoolId: string, mayReadRecords: boolean): Promise<Pictured[]> {
  const all = await wholeNow(studentRecords.list, { schoolId, active: true })
  const records = mayReadRecords ? await wholeNow(recordLists.records, { schoolId }) : []
  const numbers = new Map(records.map(({ id, nationalNumber, otherNumber }) => [id, [nationalNumber, otherNumber]]))
  return all.map(({ id, code, firstName, middleName, lastName, imageUrl }) => ({
    id,
    code: code ?? '',
    name: [firstName, middleName, lastName].filter(Boolean).join(' '),
    imageUrl,
    numbers: numbers.get(id) ?? [],
  }))
}

type PreviewProps = { found: Found; onSend: () => void; onCancel: () => void }

function Preview({ found: { matched, unknown, several }, onSend, onCancel }: PreviewProps) {
  const { t } = useTranslation()
  const replaced = matched.filter(({ student }) => student.imageUrl).length
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="font-medium">{t('imports.pictures.matched', { count: matched.length })}</p>
      {replaced > 0 && <p className="text-sm text-muted">{t('imports.pictures.replaced', { count: replaced })}</p>}
      <Pairs matched={matched} />
      <Names title="imports.pictures.unknown" names={namesOf(unknown)} />
      <Names title="imports.pictures.several" names={namesOf(several)} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button tone="primary" disabled={matched.length === 0} onClick={onSend}>
          {t('imports.pictures.start', { count: matched.length })}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </div>
  )
}

const namesOf = (pictures: readonly NamedPicture[]) => pictures.map(({ name }) => name)

function Pairs({ matched }: { matched: readonly MatchedPicture[] }) {
  return (
    <ul className="mt-2 max-h-64 overflow-y-auto text-sm">
      {matched.map(({ picture, student }) => (
        <li key={picture.name} className="flex flex-wrap gap-x-3 [overflow-wrap:anywhere]">
          <Bdi>{student.name}</Bdi>
          <span className="text-muted">
            <Bdi>{picture.name}</Bdi>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  const { t } = useTranslation()
  if (names.length === 0) return null
  return (
    <details className="mt-3">
      <summary className="cursor-pointer">{t(title, { count: names.length })}</summary>
      <ul className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">
        {names.map((name, at) => (
          <li key={at}>
            <Bdi>{name}</Bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}
