import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, Navigate, useLoaderData, useParams } from 'react-router'
import { codeWithTexts, useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { keysOf, maySee } from '#web/app/settings/menu.ts'
import { SettingsLayout } from '#web/app/settings/SettingsLayout.tsx'
import { SettingsMenu } from '#web/app/settings/SettingsMenu.tsx'
import { adminMenu } from './menu.ts'

type Setting = ComponentType<{ type: string }>

const list = async (): Promise<Setting> =>
  (await import('#web/platform/reference/ReferenceSetting.tsx')).ReferenceSetting

/** Each setting by the last word of its address; six of them are lists of the same form. */
const settings: Record<string, () => Promise<Setting>> = {
  'language-admin': list,
  relations: list,
  'school-type': list,
  'school-contact-type': list,
  'coins-type': list,
  'payment-type': list,
  role: async () => (await import('#web/platform/roles/RoleSetting.tsx')).RoleSetting,
  'assign-user-role': async () => (await import('#web/platform/roles/Rights.tsx')).RolesOnPlatform,
  'assign-user-permission': async () => (await import('#web/platform/roles/Rights.tsx')).KeysOnPlatform,
  'phone-changes-admin': () =>
    codeWithTexts(
      async () => (await import('#web/platform/identity/PhoneChangesOnPlatform.tsx')).PhoneChangesOnPlatform,
      '.numbers',
    ),
  'audit-log-admin': async () => (await import('#web/platform/audit/AuditLog.tsx')).AuditOfPlatform,
}

/** Fetches the setting that an address names; an unknown one is an unknown page. */
export async function loadAdminSetting({ params: { settingType } }: LoaderFunctionArgs) {
  if (settingType === undefined) return null
  const load = Object.hasOwn(settings, settingType) ? settings[settingType] : undefined
  if (!load) throw new Response(null, { status: 404 })
  return { Setting: await codeWithTexts(load, '.settings') }
}

/** What the platform maintains for all schools: its lists, its roles, and who has them. */
export function AdminSettingsScreen() {
  const { t } = useTranslation()
  const { settingType } = useParams()
  const loaded = useLoaderData<typeof loadAdminSetting>()
  const { appPermissions } = useSession()
  // These settings need app-wide permissions; the same key in one school is not enough.
  const holds = (key: string) => appPermissions.includes(key)
  if (settingType && !maySee(adminMenu, settingType, holds))
    return <Navigate to={paths.unauthorized()} state={{ keys: keysOf(adminMenu, settingType) }} replace />

  return (
    <SettingsLayout
      title={t('menu.adminSettings')}
      home={paths.adminSettings()}
      menu={(asPage) => (
        <SettingsMenu {...{ asPage }} label={t('menu.adminSettings')} groups={adminMenu} to={paths.adminSettings} />
      )}
    >
      {loaded && settingType && <loaded.Setting key={settingType} type={settingType} />}
    </SettingsLayout>
  )
}
