import { BookMarked, ClipboardPaste, Printer } from 'lucide-react'
import { useState } from 'react'
import { remarks } from '#contract/results/results/remarks.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Restored } from '#web/ui/Restored.tsx'
import { cx } from '#web/ui/cx.ts'
import { Empty } from '#web/ui/States.tsx'
import { PasteRemarks } from './PasteRemarks.tsx'
import { RemarkBank } from './RemarkBank.tsx'
import { fieldOf, RemarkLine } from './RemarkLine.tsx'
import { RemarkPreview } from './RemarkPreview.tsx'
import { RemarksPaper } from './RemarksPaper.tsx'
import { RemarkState } from './RemarkState.tsx'
import { type RemarkPlace, type RemarksRead, useRemarkDrafts } from './remark-drafts.ts'
import { bankTexts, offeredTexts } from './bank-texts.ts'

/** `title`: of the printed list. `course`: its name; null: about the class. `courses`: those of the class in reach. */
type Props = {
  schoolId: string
  place: RemarkPlace
  title: string
  course: string | null
  courses: readonly { id: string; name: string }[]
}

/** The remarks of a class, one field each; the texts of the bank stand below the field that is being written. */
export function RemarksOfClass(props: Props) {
  const { data, error, refetch } = useRead(remarks.ofClass, props.place)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={6} />
  return <Fields {...props} data={data} />
}

function Fields({ schoolId, place, title, course, courses, data }: Props & { data: RemarksRead }) {
  const { t } = useTranslation()
  const typed = useRemarkDrafts(data, place)
  const bank = useRead(remarks.bank, { schoolId, language: place.language }).data ?? []
  const [writing, setWriting] = useState<string | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [table, setTable] = useState('')
  const paste = (text: string) => {
    setTable(text)
    setOpened('paste')
  }
  const shown = data.students.find(({ studentId }) => studentId === writing) ?? data.students[0]
  if (data.students.length === 0) return <Empty sentence={t('results.noStudents')} />
  return (
    <div className="space-y-3">
      {data.closing && (
        <p className="rounded-card border border-accent bg-wait-soft px-4 py-2">{t('remarks.closed')}</p>
      )}
      {!data.closing && !data.may.save && <p className="text-muted">{t('remarks.readOnly')}</p>}
      {typed.restored && <Restored onDiscard={typed.cancel} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <RemarkState typed={typed} />
        <Tools place={place} mayWrite={data.may.save} onPaste={() => paste('')} onOpen={setOpened} />
      </div>
      <div className={cx('grid gap-4', data.may.save && 'lg:grid-cols-[1fr_18rem]')}>
        <ul className="space-y-3">
          {data.students.map((student, nth) => (
            <RemarkLine
              key={student.studentId}
              student={student}
              typed={typed}
              mayWrite={data.may.save}
              isWriting={writing === student.studentId}
              texts={offeredTexts(bank, place.courseId ?? null, student.band?.name ?? null).flatMap((entry) =>
                bankTexts(entry, student),
              )}
              longest={data.longest}
              onWriting={() => {
                setWriting(student.studentId)
                typed.onTyping(student.studentId)
              }}
              onPaste={paste}
              onNext={() =>
                data.students[nth + 1] && document.getElementById(fieldOf(data.students[nth + 1]!))?.focus()
              }
            />
          ))}
        </ul>
        {shown && data.may.save && (
          <RemarkPreview
            student={shown}
            text={typed.textOf(shown.studentId)}
            course={course}
            language={place.language}
          />
        )}
      </div>
      <AskIfTyped isTyped={typed.isLost} closing={typed.count > 0} />
      {opened === 'bank' && (
        <RemarkBank
          {...{ schoolId, courses }}
          language={place.language}
          bands={bandsIn(data)}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'paste' && (
        <PasteRemarks
          start={table}
          students={data.students}
          longest={data.longest}
          onTake={typed.take}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'paper' && <RemarksPaper data={data} title={title} onClose={() => setOpened(null)} />}
    </div>
  )
}

type Opened = 'bank' | 'paper' | 'paste'
type ToolsProps = { place: RemarkPlace; mayWrite: boolean; onPaste: () => void; onOpen: (what: Opened) => void }

/** What can be done with the remarks of a class beside writing them. */
function Tools({ place, mayWrite, onPaste, onOpen }: ToolsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap gap-2">
      <ExportButton list={remarks.listOfClass} input={place} narrowed={false} />
      <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => onOpen('paper')}>
        {t('remarks.print')}
      </Button>
      {mayWrite && (
        <Button icon={<ClipboardPaste className="size-5" aria-hidden="true" />} onClick={onPaste}>
          {t('remarks.paste')}
        </Button>
      )}
      {mayWrite && (
        <Button icon={<BookMarked className="size-5" aria-hidden="true" />} onClick={() => onOpen('bank')}>
          {t('remarks.bank')}
        </Button>
      )}
    </div>
  )
}

/** The bands that the students of the class reached, each once. */
const bandsIn = ({ students }: RemarksRead) => [
  ...new Map(students.flatMap(({ band }) => (band ? [[band.name, band] as const] : []))).values(),
]
