import { Plus, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { elsewhere } from '#contract/teaching/lessons/elsewhere.ts'
import type { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay, useWrite } from '#web/lib/api.ts'
import type { CivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { toast } from '#web/ui/toast.ts'

const ElsewhereDialog = lazy(part(async () => (await import('./ElsewhereDialog.tsx')).ElsewhereDialog))

type LessonDay = OutputOf<typeof lessonRegisters.day>
type Props = { of: LessonDay; day: CivilDay }

/** Who is on the school's business during lessons of the day, such as on a trip; who takes attendance enters it here. */
export function Elsewhere({ of, day }: Props) {
  const { t } = useTranslation()
  const mayEnter = useMay(elsewhere.save) && of.takesLessons
  const { mutateAsync: remove } = useWrite(elsewhere.remove)
  const [entering, setEntering] = useState(false)
  if (!mayEnter && of.elsewhere.length === 0) return null
  const { classRoomId } = of
  return (
    <section aria-label={t('lessons.elsewhere.title')} className="space-y-2 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base">{t('lessons.elsewhere.title')}</h2>
        {mayEnter && (
          <Button icon={<Plus className="size-5" aria-hidden="true" />} onClick={() => setEntering(true)}>
            {t('lessons.elsewhere.enter')}
          </Button>
        )}
      </div>
      {of.elsewhere.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-3">
          {of.elsewhere.map(({ eventId, eventName, fromNumber, toNumber, students }) => (
            <li key={eventId} className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p>
                  <Bdi>{eventName}</Bdi>{' '}
                  <span className="text-sm text-muted">
                    {fromNumber === toNumber
                      ? t('lessons.lesson', { number: fromNumber })
                      : t('lessons.elsewhere.range', { from: fromNumber, to: toNumber })}
                  </span>
                </p>
                <p className="line-clamp-3 text-sm text-muted">
                  <Bdi>{students.map(({ name }) => name).join(' · ')}</Bdi>
                </p>
              </div>
              {mayEnter && (
                <AskFirst
                  title={t('lessons.elsewhere.ask', { name: isolated(eventName) })}
                  description={t('lessons.elsewhere.askMeans')}
                  submit={t('lessons.elsewhere.remove')}
                  danger
                  run={() =>
                    remove({ classRoomId, date: day, eventId }).then(() =>
                      toast({ title: t('lessons.elsewhere.removed') }),
                    )
                  }
                >
                  {(ask, busy) => (
                    <IconButton
                      label={t('lessons.elsewhere.ask', { name: isolated(eventName) })}
                      disabled={busy}
                      onClick={ask}
                    >
                      <Trash2 className="size-5" aria-hidden="true" />
                    </IconButton>
                  )}
                </AskFirst>
              )}
            </li>
          ))}
        </ul>
      )}
      {entering && (
        <LazyPart onClose={() => setEntering(false)}>
          <ElsewhereDialog of={of} day={day} onClose={() => setEntering(false)} />
        </LazyPart>
      )}
    </section>
  )
}
