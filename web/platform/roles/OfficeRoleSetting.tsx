import type { OutputOf } from '#contract/language/operation.ts'
import { officeRoleSwitches } from '#contract/platform/roles/office-roles.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ActivationSwitch } from '#web/records/ActivationSwitch.tsx'
import { useChange } from '#web/records/change.ts'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { isolated } from '#web/ui/Bdi.tsx'

type OfficeRole = OutputOf<typeof officeRoleSwitches.list>[number]

/** The roles of an office other than manager: their permissions, the people who have them, and whether the school uses them. */
export function OfficeRoleSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const listQuery = useRead(officeRoleSwitches.list, { schoolId: school.id })
  return (
    <RecordList
      of="officeRoles"
      lead={t('settings.officeRoles.lead')}
      listQuery={listQuery}
      rowKey={({ roleId }) => roleId}
      words={(role) => [role.roleName, roleName(t, role.roleName), ...role.permissionNames, ...role.permissionNamesAr]}
      line={(role) => (
        <RecordRow name={roleName(t, role.roleName)} more={<About role={role} />}>
          <Switch role={role} />
        </RecordRow>
      )}
    />
  )
}

function About({ role }: { role: OfficeRole }) {
  const { t, language } = useTranslation()
  const names = language === 'ar' ? role.permissionNamesAr : role.permissionNames
  return (
    <>
      {role.active && <p>{t('settings.officeRoles.holders', { count: role.holdersCount })}</p>}
      <details>
        <summary className="min-h-11 cursor-pointer py-2 text-primary underline">
          {t('settings.roleKeys.count', { count: names.length })}
        </summary>
        <ul className=" ps-5 pb-2">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </details>
    </>
  )
}

function Switch({ role }: { role: OfficeRole }) {
  const { t } = useTranslation()
  const switchOn = useChange(officeRoleSwitches.switchOn)
  const switchOff = useChange(officeRoleSwitches.switchOff)
  const { schoolId, roleId, active, holdersCount, may } = role
  const turn = active
    ? () => switchOff({ schoolId, roleId, takeFromHolders: holdersCount > 0 })
    : () => switchOn({ schoolId, roleId })
  const name = roleName(t, role.roleName)
  return (
    <ActivationSwitch
      name={name}
      active={active}
      {...(holdersCount > 0 && {
        means: t('settings.officeRoles.offMeans', { count: holdersCount, role: isolated(name) }),
      })}
      turn={may.switchOn || may.switchOff ? turn : undefined}
    />
  )
}
