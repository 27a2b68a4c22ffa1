import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import type { schools } from '#contract/platform/schools/schools.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { useChange } from '#web/records/change.ts'
import { useIsInFuture } from '#web/lib/in-future.ts'
import { inHours } from './hours.ts'

const lengths = ['1', '2', '3', '4'] as const

/** The hours in which a school lets the platform look at it: opened, seen by its members, and closed again. */
export function SupportWindow({ school: { id, supportUntil, may } }: { school: OutputOf<typeof schools.get> }) {
  const { t, language } = useTranslation()
  const [hours, setHours] = useState<(typeof lengths)[number]>('1')
  const mayClose = useMay(platformSchools.closeSupport)
  const open = useChange(platformSchools.openSupport)
  const close = useChange(platformSchools.closeSupport)
  const isOpen = useIsInFuture(supportUntil)
  const mayOpen = may?.openSupport ?? false
  if (!mayOpen && !isOpen) return null

  return (
    <Card>
      <div className="flex items-start gap-4">
        <LifeBuoy className="mt-1 size-6 shrink-0 text-primary" aria-hidden="true" />
        <div>
          <h2 className="text-lg">{t('support.title')}</h2>
          <p className="text-sm text-muted">{t('support.means')}</p>
        </div>
      </div>
      {isOpen && supportUntil && (
        <p className="mt-4 rounded-field bg-wait-soft px-4 py-3 font-semibold text-wait">
          {t('support.until')} <Moment at={supportUntil} />
        </p>
      )}
      {(isOpen ? mayClose : mayOpen) && (
        <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
          {isOpen ? (
            <AskFirst title={`${t('support.close')}?`} submit={t('support.close')} run={() => close({ schoolId: id })}>
              {(ask, busy) => (
                <Button onClick={ask} disabled={busy}>
                  {t('support.close')}
                </Button>
              )}
            </AskFirst>
          ) : (
            <>
              <Segments
                label={t('support.title')}
                items={lengths.map((value) => ({ value, label: inHours(value, language, true) }))}
                value={hours}
                onChange={setHours}
              />
              <AskFirst
                title={`${t('support.title')}: ${inHours(hours, language)}`}
                description={t('support.means')}
                submit={t('support.open')}
                run={() => open({ schoolId: id, hours: Number(hours) })}
              >
                {(ask, busy) => (
                  <Button onClick={ask} disabled={busy}>
                    {t('support.open')}
                  </Button>
                )}
              </AskFirst>
            </>
          )}
        </div>
      )}
    </Card>
  )
}
