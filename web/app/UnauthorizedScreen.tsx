import { useLocation } from 'react-router'
import { permissions } from '#contract/language/permissions.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool, useHolds, useSession } from '#web/lib/session.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Explained } from '#web/platform/roles/Explained.tsx'
import { Notice } from './ErrorPage.tsx'

/** Shown to a signed-in person without the permission for a screen; it names the missing one. */
export function UnauthorizedScreen() {
  const { t } = useTranslation()
  const { user } = useSession()
  const school = useDefaultSchool()
  const holds = useHolds()
  const needed = (useLocation().state as { keys?: string[] } | null)?.keys ?? []
  // Without a school, a sentence about permissions in a school would be wrong.
  const missing = permissions.filter(
    ({ key, scope }) => needed.includes(key) && !holds(key) && (school || scope !== 'school'),
  )
  return (
    <Notice hasHelp title={t('errors.unauthorized')} sentence={t('errors.askManager')}>
      {user &&
        missing.map(({ key, scope }) => (
          <Card key={key} className="w-full">
            <Explained userId={user.id} permissionKey={key} place={scope === 'app' ? null : school} />
          </Card>
        ))}
      {user && <LinkButton to={`${paths.profile()}#own-rights`}>{t('rights.own')}</LinkButton>}
      <LinkButton to={paths.home()} tone="primary">
        {t('errors.home')}
      </LinkButton>
    </Notice>
  )
}
