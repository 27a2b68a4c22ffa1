import { Banknote, Coins, LifeBuoy } from 'lucide-react'
import type { OutputOf } from '#contract/language/operation.ts'
import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import type { schools } from '#contract/platform/schools/schools.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { coinTypeName } from '#web/lib/reference.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Moment } from '#web/ui/Moment.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { ActivationSwitch } from '#web/records/ActivationSwitch.tsx'
import { useChange } from '#web/records/change.ts'
import { useIsInFuture } from '#web/lib/in-future.ts'

export type School = OutputOf<typeof schools.list>[number]

export type SchoolForm = 'activation' | 'coins' | 'payment'

type Props = {
  school: School
  /** Opens what must be filled in: the card may leave the list with what it stores. */
  onOpen: (form: SchoolForm) => void
}

/** A school as the platform sees it: its administrator, whether it is active, its coins. */
export function SchoolCard({ school, onOpen }: Props) {
  const { t } = useTranslation()
  const mayTurn = useMay(platformSchools.changeActivation)
  const mayCredit = school.may?.credit ?? false
  const change = useChange(platformSchools.changeActivation)
  const { id, name, active, coinTypeId, supportUntil } = school
  const isSupported = useIsInFuture(supportUntil)
  const turn = coinTypeId ? () => change({ schoolId: id, active: !active }) : undefined

  return (
    <li className="lazy-paint flex flex-col overflow-hidden rounded-card border border-line bg-surface">
      <Picture src={school.imageUrl} className="h-28 w-full" />
      <div className="flex flex-1 flex-col gap-3 p-5">
        <div className="flex-1">
          <h2 className="text-lg [overflow-wrap:anywhere]">
            <Bdi>{name}</Bdi>
          </h2>
          <p className="text-muted">
            <Bdi>{school.adminName}</Bdi>
          </p>
        </div>
        <Balance school={school} />
        {supportUntil && isSupported && (
          <p className="flex flex-wrap items-center gap-2 rounded-field bg-wait-soft px-3 py-2 text-sm text-wait">
            <LifeBuoy className="size-4 shrink-0" aria-hidden="true" />
            {t('support.title')}: {t('support.until')} <Moment at={supportUntil} />
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <ActivationSwitch
            name={name}
            active={active}
            ask={t('schoolList.ask')}
            turn={mayTurn ? turn : undefined}
            open={mayTurn && !coinTypeId ? () => onOpen('activation') : undefined}
          />
          {mayCredit && coinTypeId && (
            <Button
              aria-label={`${t('transactions.add')}: ${name}`}
              icon={<Banknote className="size-5" aria-hidden="true" />}
              onClick={() => onOpen('payment')}
            >
              {t('transactions.add')}
            </Button>
          )}
          {mayCredit && (
            <Button
              aria-label={`${t('schoolList.addCoins')}: ${name}`}
              icon={<Coins className="size-5" aria-hidden="true" />}
              onClick={() => onOpen('coins')}
            >
              {t('schoolList.addCoins')}
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

function Balance({ school: { availableCoins, coinTypeName: type } }: { school: School }) {
  const { t } = useTranslation()
  const coins = availableCoins ?? 0
  return (
    <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
      {type ? <Bdi>{coinTypeName(t, type)}</Bdi> : t('settings.schoolInfo.noCoinType')}
      <span className={cx(coins < 0 && 'font-medium text-danger')}>
        {coins < 0 ? (
          t('settings.students.owing', { count: -coins })
        ) : (
          <>
            {t('settings.schoolInfo.coins')}: <Digits>{coins}</Digits>
          </>
        )}
      </span>
    </p>
  )
}
