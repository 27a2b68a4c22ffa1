import { Armchair, PhoneOutgoing } from 'lucide-react'
import { schools } from '#contract/platform/schools/schools.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import type { Home } from './home-of.ts'
import { type Office, officeTiles } from './office.ts'
import { AllWell, Tile } from './Tile.tsx'
import { TileLine, WaitingLine } from './WaitingLine.tsx'

/** The work of an office, from the list of what waits. */
export function OfficeTiles({ home, office }: { home: Home; office: Office }) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {officeTiles[office].map(({ key, kinds }, nth) => {
        if (kinds.length === 0) return <Seats key={key} schoolId={home.schoolId} />
        const waiting = home.waiting.filter(({ kind }) => kinds.includes(kind))
        const count = waiting.reduce((sum, one) => sum + one.count, 0)
        return (
          <Tile key={key} wide={nth === 2} title={t(`home.office.${key}`)}>
            <p className="pt-2 text-4xl font-semibold">
              <Digits>{count}</Digits>
            </p>
            {count === 0 && <AllWell>{t('home.nothingWaits')}</AllWell>}
            <ul className="-mx-2 mt-2">
              {waiting.map((one) => (
                <WaitingLine key={one.kind} {...one} />
              ))}
              {office === 'deputy' && key === 'excuses' && (
                <TileLine Icon={PhoneOutgoing} to={paths.absence('desk')} words={t('home.office.desk')} />
              )}
            </ul>
          </Tile>
        )
      })}
    </div>
  )
}

/** How many seats the school can pay for; below zero, what it owes. */
function Seats({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const coins = useRead(schools.get, { schoolId }).data?.availableCoins
  return (
    <Tile title={t('home.office.seats')}>
      <p className="pt-2 text-4xl font-semibold">
        <Digits>{coins ?? '–'}</Digits>
      </p>
      <ul className="-mx-2 mt-2">
        <TileLine Icon={Armchair} to={paths.settings('payment')} words={t('home.office.pay')} />
      </ul>
    </Tile>
  )
}
