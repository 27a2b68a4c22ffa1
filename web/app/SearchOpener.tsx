import { Search } from 'lucide-react'
import { lazy, useEffect, useState } from 'react'
import { onOpenSearch } from '#web/lib/openers.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool, useHolds } from '#web/lib/session.ts'
import type { FinderPlace } from '#web/overviews/search/places.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { shownEntries } from './menus.ts'
import { settingsMenu, shownGroups } from './settings/menu.ts'
import { useEntries } from './SideMenu.tsx'

const Palette = lazy(part(async () => (await import('#web/overviews/search/Palette.tsx')).Palette, '.actions'))

/** The search that reaches everything from everywhere: a button, Ctrl+K or ⌘K. */
export function SearchOpener() {
  const { t } = useTranslation()
  const [opened, open] = useState<{ action?: string | undefined } | null>(null)
  const school = useDefaultSchool()
  const places = usePlaces()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.code === 'KeyK') {
        event.preventDefault() // the browser's own search bar
        open({})
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  useEffect(() => onOpenSearch((action) => open({ action })), [])
  const close = () => open(null)

  return (
    <>
      <IconButton className="lg:hidden" label={t('finder.open')} aria-haspopup="dialog" onClick={() => open({})}>
        <Search className="size-5" aria-hidden="true" />
      </IconButton>
      <button
        type="button"
        aria-haspopup="dialog"
        title={t('finder.hint')}
        onClick={() => open({})}
        className="flex min-h-11 w-52 items-center gap-3 rounded-full border border-line px-4 text-muted hover:border-primary hover:text-primary max-lg:hidden"
      >
        <Search className="size-5 shrink-0" aria-hidden="true" />
        <span className="flex-1 text-start">{t('finder.open')}</span>
        <span aria-hidden="true" className="text-xs">
          <Digits>Ctrl K</Digits>
        </span>
      </button>
      {opened && (
        <LazyPart onClose={close}>
          <Palette schoolId={school?.id ?? null} places={places} action={opened.action} onClose={close} />
        </LazyPart>
      )}
    </>
  )
}

/** The screens that this person may open. */
function usePlaces(): FinderPlace[] {
  const { t } = useTranslation()
  const holds = useHolds()
  const main = shownEntries(useEntries(), holds, true).map(({ key, to, Icon }) => ({
    to,
    Icon,
    name: t(`menu.${key}`),
  }))
  if (!holds('ViewSchoolSettings')) return main
  const settings = shownGroups(settingsMenu, holds).flatMap((group) => group.settings)
  const named = settings.map(({ type, key, Icon }) => ({
    to: paths.settings(type),
    Icon,
    name: t(`settings.menu.${key}`),
  }))
  // Lists that are a job and a setting are offered once.
  return [...main, ...named.filter(({ name }) => !main.some((entry) => entry.name === name))]
}
