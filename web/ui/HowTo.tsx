import type { Action } from '#web/lib/action.ts'
import { actions, actionsOf } from '#web/lib/actions.ts'
import { openSearch } from '#web/lib/openers.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds, useSession } from '#web/lib/session.ts'
import { Button, LinkButton } from './Button.tsx'
import { type AtHome, helpOf } from './help-of.ts'

const atMost = 6
const somebody = '00000000-0000-0000-0000-000000000000'

/** "How do I …?": what the person may do on this screen, or what people do most; each opens it. */
export function HowTo({ screen, atHome, onChosen }: { screen: string; atHome: AtHome; onChosen: () => void }) {
  const { t } = useTranslation()
  const { isParent } = useSession()
  const holds = useHolds()
  const all = actionsOf({ holds, isParent }, actions).filter((action) => !('turns' in action))
  const here = all.filter((action) => screenOf(action, atHome) === screen)
  const shown = (here.length > 0 ? here : all).slice(0, atMost)
  const ask = (action?: string) => {
    onChosen()
    openSearch(action)
  }
  return (
    <>
      <h2 className="mt-5 text-base">{t('actions.howDoI')}</h2>
      <ul className="mt-1">
        {shown.map((action) => (
          <li key={action.key}>
            {action.of || !('to' in action) ? (
              <Button tone="quiet" className="-ms-3" onClick={() => ask(action.key)}>
                {t(`actions.of.${action.key}.name`)}
              </Button>
            ) : (
              <LinkButton tone="quiet" className="-ms-3" to={action.to} onClick={onChosen}>
                {t(`actions.of.${action.key}.name`)}
              </LinkButton>
            )}
          </li>
        ))}
        <li>
          <Button tone="quiet" className="-ms-3" onClick={() => ask()}>
            {t('actions.all')}
          </Button>
        </li>
      </ul>
    </>
  )
}

/** The name of the help of the screen to which an action leads. */
function screenOf(action: Action, atHome: AtHome) {
  if (!('to' in action)) return null
  const [pathname = ''] = (action.of ? action.to(somebody) : action.to).split('?')
  return helpOf(pathname, atHome)
}
