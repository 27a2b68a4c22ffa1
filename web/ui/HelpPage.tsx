import { ArrowUpDown } from 'lucide-react'
import { useLocation } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import { Digits } from './Bdi.tsx'
import { Dialog } from './Dialog.tsx'
import { HowTo } from './HowTo.tsx'
import { arrows, type AtHome, helpOf, keysAt } from './help-of.ts'

/** What a screen is for, in two or three sentences, and its keys. */
export function HelpPage({ screen, onClose }: { screen: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const atHome = useAtHome()
  const name = helpOf(pathname, atHome)
  const text = `help.screens.${name}`
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('help.title', { screen })}>
      {/* On a low screen the text scrolls, and nothing else in it can have the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div tabIndex={0}>{t(text) !== text && <p className="leading-relaxed">{t(text)}</p>}</div>
      {atHome !== 'visitor' && <HowTo screen={name} atHome={atHome} onChosen={onClose} />}
      {/* A phone has no keys. */}
      <h2 className="mt-5 hidden text-base md:pointer-fine:block">{t('help.keysTitle')}</h2>
      <dl className="mt-1 hidden divide-y divide-line md:pointer-fine:block">
        {keysAt(name, atHome).map(({ pressed, key }) => (
          <div key={key} className="flex items-center justify-between gap-4 py-2">
            <dt>{t(`help.keys.${key}`)}</dt>
            <dd className="shrink-0 rounded-field border border-line px-2.5 py-1 text-sm font-medium">
              {pressed === arrows ? <ArrowUpDown className="size-4" aria-label={arrows} /> : <Digits>{pressed}</Digits>}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** The same choice as on home: parents first, then people of a school, then the platform's staff. */
function useAtHome(): AtHome {
  const { status, isParent, schools, appPermissions } = useSession()
  if (status !== 'in') return 'visitor'
  if (isParent) return 'parent'
  if (schools.length > 0) return 'staff'
  return appPermissions.includes('ViewSchoolActionList') ? 'platform' : 'newcomer'
}
