import { BookMarked, Printer } from 'lucide-react'
import { useState } from 'react'
import { roomOnPaper } from '#contract/results/results/remark-oddities.ts'
import { longestRemark, remarks } from '#contract/results/results/remarks.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Restored } from '#web/ui/Restored.tsx'
import { Empty } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Band } from './ChildResults.tsx'
import { RemarkBank } from './RemarkBank.tsx'
import { RemarksPaper } from './RemarksPaper.tsx'
import { RemarkState } from './RemarkState.tsx'
import { type RemarkPlace, type RemarksRead, useRemarkDrafts } from './remark-drafts.ts'
import { bankTexts } from './bank-texts.ts'

/** `title`: of the printed list. */
type Props = { schoolId: string; place: RemarkPlace; title: string }

/** The remarks of a class, one field each; the texts of the bank stand below the field that is being written. */
export function RemarksOfClass({ schoolId, place, title }: Props) {
  const { data, error, refetch } = useRead(remarks.ofClass, place)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={6} />
  return <Fields {...{ schoolId, place, title, data }} />
}

function Fields({ schoolId, place, title, data }: Props & { data: RemarksRead }) {
  const { t } = useTranslation()
  const typed = useRemarkDrafts(data, place)
  const bank = useRead(remarks.bank, { schoolId, language: place.language }).data ?? []
  const [writing, setWriting] = useState<string | null>(null)
  const [opened, setOpened] = useState<'bank' | 'paper' | null>(null)
  if (data.students.length === 0) return <Empty sentence={t('results.noStudents')} />
  return (
    <div className="space-y-3">
      {data.closing && (
        <p className="rounded-card border border-accent bg-wait-soft px-4 py-2">{t('remarks.closed')}</p>
      )}
      {typed.restored && <Restored onDiscard={typed.cancel} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <RemarkState typed={typed} />
        <div className="flex flex-wrap gap-2">
          <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => setOpened('paper')}>
            {t('remarks.print')}
          </Button>
          {data.may.save && (
            <Button icon={<BookMarked className="size-5" aria-hidden="true" />} onClick={() => setOpened('bank')}>
              {t('remarks.bank')}
            </Button>
          )}
        </div>
      </div>
      <ul className="space-y-3">
        {data.students.map((student, nth) => (
          <Line
            key={student.studentId}
            student={student}
            typed={typed}
            mayWrite={data.may.save}
            isWriting={writing === student.studentId}
            texts={bank.flatMap((entry) => bankTexts(entry, student))}
            onWriting={() => {
              setWriting(student.studentId)
              typed.onTyping(student.studentId)
            }}
            onNext={() => data.students[nth + 1] && document.getElementById(fieldOf(data.students[nth + 1]!))?.focus()}
          />
        ))}
      </ul>
      <AskIfTyped isTyped={typed.isLost} closing={typed.count > 0} />
      {opened === 'bank' && (
        <RemarkBank schoolId={schoolId} language={place.language} onClose={() => setOpened(null)} />
      )}
      {opened === 'paper' && <RemarksPaper data={data} title={title} onClose={() => setOpened(null)} />}
    </div>
  )
}

type Student = RemarksRead['students'][number]

const fieldOf = ({ studentId }: Pick<Student, 'studentId'>) => `remark-${studentId}`

type LineProps = {
  student: Student
  typed: ReturnType<typeof useRemarkDrafts>
  mayWrite: boolean
  isWriting: boolean
  texts: readonly string[]
  onWriting: () => void
  onNext: () => void
}

function Line({ student, typed, mayWrite, isWriting, texts, onWriting, onNext }: LineProps) {
  const { t } = useTranslation()
  const { studentId, studentName, remark } = student
  const text = typed.textOf(studentId)
  return (
    <li className="space-y-2 rounded-card border border-line bg-surface p-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <label htmlFor={fieldOf(student)} className="font-semibold">
          <Bdi>{studentName}</Bdi>
        </label>
        <Figures student={student} />
        {remark?.state === 'approved' && <StatusBadge status="good" word={t('remarks.state.approved')} />}
        {remark?.state === 'change' && <StatusBadge status="waiting" word={t('remarks.state.change')} />}
      </div>
      {remark?.asked && (
        <p className="text-wait">
          <Bdi>{remark.checkedByName}</Bdi>: <Bdi>{remark.asked}</Bdi>
        </p>
      )}
      {mayWrite ? (
        <textarea
          id={fieldOf(student)}
          dir="auto"
          rows={2}
          maxLength={longestRemark}
          value={text}
          onFocus={onWriting}
          onBlur={() => typed.onTyping(null)}
          onChange={({ target }) => typed.put(studentId, target.value)}
          onKeyDown={(event) => {
            const nth = /^Digit([1-9])$/.exec(event.code)?.[1]
            if (event.altKey && nth && texts[Number(nth) - 1])
              typed.put(studentId, joined(text, texts[Number(nth) - 1]!))
            else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) onNext()
            else return
            event.preventDefault()
          }}
          className="field-sizing-content max-h-72 w-full rounded-field border border-line bg-surface px-4 py-2"
        />
      ) : (
        <p id={fieldOf(student)}>{text ? <Bdi>{text}</Bdi> : '–'}</p>
      )}
      {typed.isMeanwhile(studentId) && <Meanwhile student={student} typed={typed} />}
      <Foot remark={remark} text={text} mayWrite={mayWrite} />
      {isWriting && mayWrite && texts.length > 0 && (
        <BankTexts texts={texts} onTake={(one) => typed.put(studentId, joined(text, one))} />
      )}
    </li>
  )
}

function Foot({ remark, text, mayWrite }: { remark: Student['remark']; text: string; mayWrite: boolean }) {
  const { t } = useTranslation()
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-muted">
      {text && mayWrite && (
        <span>
          <Digits>
            {text.length}/{roomOnPaper}
          </Digits>{' '}
          {t(text.length > roomOnPaper ? 'remarks.long' : 'remarks.fits')}
        </span>
      )}
      {remark && text && (
        <span>
          <Bdi>{remark.authorName}</Bdi>
          {remark.formerAuthorName && (
            <>
              {' · '}
              {t('remarks.before')} <Bdi>{remark.formerAuthorName}</Bdi>
            </>
          )}
        </span>
      )}
    </p>
  )
}

function BankTexts({ texts, onTake }: { texts: readonly string[]; onTake: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <ul className="flex flex-wrap gap-2" aria-label={t('remarks.bank')}>
      {texts.map((one, nth) => (
        <li key={one + nth}>
          {/* The field keeps the focus. */}
          <button
            type="button"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(one)}
            className="min-h-11 rounded-card border border-line bg-soft px-3 py-1 text-start text-sm"
          >
            {nth < 9 && <kbd className="me-2 text-muted max-md:hidden">Alt {nth + 1}</kbd>}
            <Bdi>{one}</Bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

const joined = (text: string, more: string) => (text.trim() === '' ? more : `${text.trimEnd()} ${more}`)

function Figures({ student: { total, fullMark, band, absent } }: { student: Student }) {
  const { t } = useTranslation()
  return (
    <span className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
      {total !== null && (
        <Digits>
          {total}/{fullMark}
        </Digits>
      )}
      <Band band={band} />
      {absent > 0 && <span>{t('remarks.absent', { count: absent })}</span>}
    </span>
  )
}

function Meanwhile({ student, typed }: Pick<LineProps, 'student' | 'typed'>) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-card border border-accent bg-wait-soft p-3">
      <span>
        {t('remarks.meanwhile')} <Bdi>{student.remark?.body ?? '–'}</Bdi>
      </span>
      <Button onClick={() => typed.keepMine(student.studentId)}>{t('results.keepMine')}</Button>
      <Button onClick={() => typed.takeTheirs(student.studentId)}>{t('results.takeTheirs')}</Button>
    </div>
  )
}
