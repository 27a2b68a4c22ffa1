import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds } from '#web/lib/session.ts'
import { fold } from '#web/lib/text.ts'
import { cx } from '#web/ui/cx.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Empty } from '#web/ui/States.tsx'
import { type SettingGroup, shownGroups } from './menu.ts'

type Props = {
  /** Already translated. */
  label: string
  groups: SettingGroup[]
  to: (type: string) => string
  /** Shows the groups as cards, with a search: beside a setting it would stand next to that of a list. */
  asPage: boolean
}

/** The settings that this person may see, in one column with a search, in groups that can be folded and are open at first. */
export function SettingsMenu({ label, groups, to, asPage }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const wanted = fold(typed)
  const shown = shownGroups(groups, useHolds())
  const names = ({ key }: SettingGroup, name: string) =>
    fold(`${t(`settings.groups.${key}`)} ${t(`settings.menu.${name}`)}`).includes(wanted)
  const found = shown
    .map((group) => ({ ...group, settings: group.settings.filter(({ key }) => names(group, key)) }))
    .filter(({ settings }) => settings.length > 0)
  return (
    <nav aria-label={label} className={cx('space-y-4', asPage && 'max-w-md')}>
      {asPage && <SearchField className="" label={t('settings.findSetting')} value={typed} onChange={setTyped} />}
      {found.map((group) => (
        <Group key={group.key} group={group} to={to} asPage={asPage} />
      ))}
      {found.length === 0 && <Empty sentence={t('settings.noneFound')} />}
    </nav>
  )
}

type GroupProps = Pick<Props, 'to' | 'asPage'> & { group: SettingGroup }

function Group({ group: { key, settings }, to, asPage }: GroupProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const id = `settings-${key}`
  return (
    <section>
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 w-full items-center justify-between gap-2 rounded-field px-3 text-sm font-semibold text-muted hover:text-primary"
        >
          <span className="capital">{t(`settings.groups.${key}`)}</span>
          <ChevronDown className={cx('size-4', !open && '-rotate-90')} aria-hidden="true" />
        </button>
      </h2>
      <ul
        id={id}
        hidden={!open}
        className={cx(asPage && 'divide-y divide-line overflow-hidden rounded-card border border-line bg-surface')}
      >
        {settings.map(({ type, key: name, Icon }) => (
          <li key={type}>
            <NavLink
              to={to(type)}
              className={({ isActive }) =>
                cx(
                  'flex items-center gap-3 hover:bg-soft hover:text-primary',
                  asPage ? 'min-h-13 px-4' : 'min-h-11 rounded-field px-3',
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
