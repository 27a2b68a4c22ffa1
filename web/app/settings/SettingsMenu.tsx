import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds } from '#web/lib/session.ts'
import { cx } from '#web/ui/cx.ts'
import { type SettingGroup, shownGroups } from './menu.ts'

type Props = {
  /** Already translated. */
  label: string
  groups: SettingGroup[]
  to: (type: string) => string
  /** Shows the groups as cards side by side, if there is room. */
  asPage: boolean
}

/** The settings that this person may see, in groups that can be folded and are open at first. */
export function SettingsMenu({ label, groups, to, asPage }: Props) {
  const holds = useHolds()
  return (
    <nav aria-label={label} className={asPage ? 'grid gap-4 md:grid-cols-2 xl:grid-cols-4' : 'space-y-4'}>
      {shownGroups(groups, holds).map((group) => (
        <Group key={group.key} group={group} to={to} asPage={asPage} />
      ))}
    </nav>
  )
}

type GroupProps = Pick<Props, 'to' | 'asPage'> & { group: SettingGroup }

function Group({ group: { key, settings }, to, asPage }: GroupProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const id = `settings-${key}`
  return (
    <section className={cx(asPage && 'md:rounded-card md:border md:border-line md:bg-surface md:p-3')}>
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 w-full items-center justify-between gap-2 rounded-field px-3 text-sm font-semibold text-muted hover:text-primary"
        >
          <span className="capital">{t(`settings.groups.${key}`)}</span>
          <ChevronDown className={cx('size-4 transition-transform', !open && '-rotate-90')} aria-hidden="true" />
        </button>
      </h2>
      <ul
        id={id}
        hidden={!open}
        className="max-md:divide-y max-md:divide-line max-md:overflow-hidden max-md:rounded-card max-md:border max-md:border-line max-md:bg-surface"
      >
        {settings.map(({ type, key: name, Icon }) => (
          <li key={type}>
            <NavLink
              to={to(type)}
              className={({ isActive }) =>
                cx(
                  'flex min-h-13 items-center gap-3 px-4 hover:bg-soft hover:text-primary md:min-h-11 md:rounded-field md:px-3',
                  isActive && 'bg-soft font-semibold text-primary',
                )
              }
            >
              <Icon className="size-5 shrink-0" aria-hidden="true" />
              <span className="capital">{t(`settings.menu.${name}`)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
