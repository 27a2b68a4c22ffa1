import { Check, Clock, Minus } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Day } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Parent } from './relations.ts'
import { RightSwitch } from './RightSwitch.tsx'
import { type RightToday, rightsOf } from './rights.ts'

/** What a link gives a parent today, and from when to when; with `today`, people who may change it end and give rights here. */
export function ParentRights({ parent, today }: { parent: Parent; today?: string }) {
  const { t } = useTranslation()
  return (
    <ul className="flex flex-wrap gap-2" aria-label={t('parentRights.title')}>
      {rightsOf(parent).map((one) => (
        <li key={one.right}>
          {today && parent.may.update && !(one.right === 'notify' && !parent.sees) ? (
            <RightSwitch parent={parent} today={today} of={one}>
              <RightBadge {...one} />
            </RightSwitch>
          ) : (
            <RightBadge {...one} />
          )}
        </li>
      ))}
    </ul>
  )
}

const looks = {
  on: { Icon: Check, look: 'bg-ok-soft text-ok' },
  later: { Icon: Clock, look: 'bg-wait-soft text-wait' },
  ended: { Icon: Minus, look: 'bg-soft text-ink' },
  never: { Icon: Minus, look: 'bg-soft text-ink' },
}

function RightBadge({ right, state, from, until }: RightToday) {
  const { t } = useTranslation()
  const { Icon, look } = looks[state]
  const edge = { on: until && 'until', later: 'from', ended: 'ended', never: null }[state]
  return (
    <span className={cx('inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-sm font-medium', look)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <span>
        {t(`parentRights.${right}.${state === 'on' ? 'yes' : 'no'}`)}
        {edge && (
          <>
            {' · '}
            {t(`parentRights.${edge}`)} <Day day={state === 'later' ? from : until!} />
          </>
        )}
      </span>
    </span>
  )
}
