import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Link, useLocation } from 'react-router'
import type { Subject } from '#web/lib/action.ts'
import { actions, actionsOf } from '#web/lib/actions.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds, useSession } from '#web/lib/session.ts'
import { IconButton } from './Button.tsx'

type Props = { of: Subject; id: string }

/** The "…" of a student or a class: what the person may do with them, from the one list of actions. */
export function MoreActions({ of, id }: Props) {
  const { t } = useTranslation()
  const { isParent } = useSession()
  const holds = useHolds()
  const { pathname, search } = useLocation()
  const all = actionsOf({ holds, isParent }, actions).flatMap((action) =>
    action.of === of ? [{ ...action, address: action.to(id) }] : [],
  )
  const others = all.filter(({ address }) => address !== pathname + search)
  if (others.length === 0) return null
  return (
    // Not modal, because a modal menu writes a <style>, which the content security policy forbids.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton label={t('actions.more')} className="print:hidden">
          <Ellipsis className="size-5" aria-hidden="true" />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="enter z-50 max-h-[85dvh] overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-lg shadow-black/10"
        >
          {others.map(({ key, address, Icon }) => (
            <DropdownMenu.Item key={key} asChild>
              <Link to={address} className={item}>
                <Icon className="size-5" aria-hidden="true" />
                <span>{t(`actions.of.${key}.name`)}</span>
              </Link>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const item =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 outline-none! data-highlighted:bg-soft data-highlighted:text-primary'
