import { isPrivate, roomOnPaper } from '#contract/results/results/remark-oddities.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { bankTexts, filledIn, isToChoose } from './bank-texts.ts'
import { Band } from './ChildResults.tsx'
import type { RemarksRead, useRemarkDrafts } from './remark-drafts.ts'

export type RemarkStudent = RemarksRead['students'][number]

export const fieldOf = ({ studentId }: Pick<RemarkStudent, 'studentId'>) => `remark-${studentId}`

type LineProps = {
  student: RemarkStudent
  typed: ReturnType<typeof useRemarkDrafts>
  mayWrite: boolean
  isWriting: boolean
  texts: readonly string[]
  /** How many characters a remark may have here. */
  longest: number
  onWriting: () => void
  /** Told a table that was pasted into the field. */
  onPaste: (table: string) => void
  onNext: () => void
}

/** A student with photo and figures, and the field of the remark. */
export function RemarkLine(props: LineProps) {
  const { student, typed, mayWrite, isWriting, texts, longest, onWriting, onPaste, onNext } = props
  const { t } = useTranslation()
  const { studentId, studentName, remark } = student
  const text = typed.textOf(studentId)
  return (
    <li className="space-y-2 rounded-card border border-line bg-surface p-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Avatar names={[studentName]} src={student.imageUrl} />
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
          maxLength={longest}
          value={text}
          onFocus={onWriting}
          onBlur={() => {
            const filled = filledIn(text, student)
            if (filled !== text) typed.put(studentId, filled)
            typed.onTyping(null)
          }}
          onChange={({ target }) => typed.put(studentId, target.value)}
          onPaste={(event) => {
            const table = event.clipboardData.getData('text/plain')
            if (!table.trim().includes('\t')) return
            event.preventDefault()
            onPaste(table)
          }}
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
      {mayWrite && !isWriting && isToChoose(text) && <ToChoose student={student} typed={typed} text={text} />}
      <Foot remark={remark} text={text} mayWrite={mayWrite} room={Math.min(longest, roomOnPaper)} />
      {isWriting && mayWrite && texts.length > 0 && (
        <BankTexts texts={texts} onTake={(one) => typed.put(studentId, joined(text, one))} />
      )}
    </li>
  )
}

type FootProps = { remark: RemarkStudent['remark']; text: string; mayWrite: boolean; room: number }

function Foot({ remark, text, mayWrite, room }: FootProps) {
  const { t } = useTranslation()
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-muted">
      {text && mayWrite && (
        <span>
          <Digits>
            {text.length}/{room}
          </Digits>{' '}
          {t(text.length > room ? 'remarks.long' : 'remarks.fits')}
        </span>
      )}
      {mayWrite && isPrivate(text) && <span className="text-wait">{t('remarks.odd.private')}</span>}
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

function Figures({ student: { total, fullMark, band, absent } }: { student: RemarkStudent }) {
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

/** The record does not say the sex, and the text has words for both. */
function ToChoose({ student, typed, text }: Pick<LineProps, 'student' | 'typed'> & { text: string }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="space-y-2 rounded-card border border-accent bg-wait-soft p-3">
      <p>{t('remarks.choose')}</p>
      <BankTexts
        texts={bankTexts({ body: text, bodyF: null }, student)}
        onTake={(one) => typed.put(student.studentId, one)}
      />
    </div>
  )
}
