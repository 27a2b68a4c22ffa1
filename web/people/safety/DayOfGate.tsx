import { useEffect } from 'react'
import { schoolGate } from '#contract/people/safety/gate.ts'
import { call } from '#web/lib/call.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { isSharedComputer } from '#web/lib/keeping.ts'
import { openOffline } from '#web/lib/worker.ts'
import { useSaving } from '#web/records/saving.ts'
import { Button } from '#web/ui/Button.tsx'
import { dropAct, dropKeptDay, type Gate, keepDay, keptDay, type useKeptDay } from './gate-day.ts'

type Props = { gate: Gate; day: ReturnType<typeof useKeptDay> }

/** Whether this device keeps the list of today, and what was noted on it and is not sent yet. */
export function DayOfGate({ gate, day: { children, setChildren, waiting, again } }: Props) {
  const { t } = useTranslation()
  const { saving, save } = useSaving()
  useEffect(() => {
    if (children) void openOffline().catch(() => undefined)
  }, [children])
  const keep = () =>
    void save(async () => {
      keepDay(gate, await call(schoolGate.day, { schoolId: gate.schoolId }))
      setChildren(keptDay(gate))
    }, t('safety.isKept'))
  const drop = () => {
    dropKeptDay()
    setChildren(null)
  }
  const refused = waiting.filter(({ problem }) => problem !== null)
  return (
    <section className="mt-6 space-y-3" aria-label={t('safety.day')}>
      {waiting.length > 0 && <p className="text-wait">{t('safety.waiting', { count: waiting.length })}</p>}
      {refused.map(({ id, problem }) => (
        <p key={id} role="alert" className="flex flex-wrap items-center gap-3 text-danger">
          {translated(problem!)}
          <Button
            tone="quiet"
            onClick={() => {
              dropAct(id)
              again()
            }}
          >
            {t('safety.dropAct')}
          </Button>
        </p>
      ))}
      {!isSharedComputer() && (
        <>
          <p className="text-sm text-muted">
            {children ? t('safety.keptToday', { count: children.length }) : t('safety.keepMeans')}
          </p>
          {children ? (
            <Button onClick={drop}>{t('safety.erase')}</Button>
          ) : (
            <Button disabled={saving} onClick={keep}>
              {t('safety.keep')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
