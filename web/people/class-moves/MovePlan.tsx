import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { classMoves } from '#contract/people/class-moves/class-moves.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { useChange } from '#web/records/change.ts'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'

type Props = { from: string; to: string; onMoved: () => void }

/** The students who would go and stay, and whether there are enough places. Anybody can be left out before the move. */
export function MovePlan({ from, to, onMoved }: Props) {
  const { t, language } = useTranslation()
  const [stayingIds, setStaying] = useState<string[]>([])
  const which = { classRoomId: from, toClassRoomId: to, ...(stayingIds.length > 0 && { stayingIds }) }
  const { data: plan, error, refetch, isPlaceholderData } = useRead(classMoves.plan, which)
  const move = useChange(classMoves.move)
  const [sending, setSending] = useState(false)
  if (!plan) return <LoadingOrFailed error={error} again={refetch} />

  const going = plan.going.filter(({ studentId }) => !stayingIds.includes(studentId)).length
  const lacking = going - plan.places
  const byName = new Intl.Collator(language)
  const everybody = [
    ...plan.going.map((one) => ({ ...one, inactive: false })),
    ...plan.staying.map(({ reason, ...one }) => ({ ...one, inactive: reason === 'inactive' })),
  ].toSorted((a, b) => byName.compare(a.studentName, b.studentName))

  async function send() {
    setSending(true)
    try {
      const { students } = await move({ ...which, plan: plan!.plan })
      toast({ title: t('settings.moves.moved', { count: students }) })
      onMoved()
    } catch (problem) {
      toastRefusal(problem)
      void refetch()
    } finally {
      setSending(false)
    }
  }

  return (
    <Card className="mb-8">
      <h2 className="flex flex-wrap items-center gap-2 text-xl">
        <Bdi>{plan.classRoomName}</Bdi>
        <ArrowRight className="mirror-rtl size-5 text-muted" aria-label={t('settings.moves.goesTo')} />
        <Bdi>{plan.toClassRoomName}</Bdi>
      </h2>
      <p role="status" className="mt-1">
        {[t('settings.moves.going', { count: going }), t('settings.students.places', { count: plan.places })].join(
          t('common.comma'),
        )}
        {lacking > 0 && (
          <span className="block font-medium text-danger">{t('settings.moves.lacking', { count: lacking })}</span>
        )}
      </p>
      <ul className="my-4 divide-y divide-line border-y border-line" aria-label={t('settings.moves.who')}>
        {everybody.map((student) => (
          <PlanLine
            key={student.studentId}
            student={student}
            goes={!student.inactive && !stayingIds.includes(student.studentId)}
            onTurn={(stays) =>
              setStaying(
                stays ? [...stayingIds, student.studentId] : stayingIds.filter((id) => id !== student.studentId),
              )
            }
          />
        ))}
      </ul>
      <div className="sticky bottom-0 -mx-5 -mb-5 flex justify-end rounded-b-card bg-surface px-5 py-3">
        <Button
          tone="primary"
          disabled={sending || isPlaceholderData || going === 0 || lacking > 0}
          onClick={() => void send()}
        >
          {sending ? t('common.submitting') : t('settings.moves.move', { count: going })}
        </Button>
      </div>
    </Card>
  )
}

type LineProps = {
  student: { studentName: string; code: string | null; inactive: boolean }
  goes: boolean
  onTurn: (stays: boolean) => void
}

function PlanLine({ student: { studentName, code, inactive }, goes, onTurn }: LineProps) {
  const { t } = useTranslation()
  return (
    <li className="lazy-paint">
      <label className="flex min-h-12 items-center gap-3 py-1">
        <input
          type="checkbox"
          checked={goes}
          disabled={inactive}
          onChange={() => onTurn(goes)}
          className="size-5 shrink-0 accent-(--primary)"
        />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <Bdi>{studentName}</Bdi>{' '}
          <span className="text-sm whitespace-nowrap text-muted">
            <Digits>{code}</Digits>
          </span>
        </span>
        {!goes && (
          <span className={cx('text-sm', inactive ? 'text-muted' : 'text-wait')}>
            {t(inactive ? 'settings.moves.inactiveStays' : 'settings.moves.stays')}
          </span>
        )}
      </label>
    </li>
  )
}
