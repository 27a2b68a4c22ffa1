import { useState } from 'react'
import * as z from 'zod/mini'
import { Email, optional, Phone, Text } from '#contract/language/fields.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { classTeaching } from '#contract/people/teachers/teaching.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { useGivableRoles } from '#web/records/givable-roles.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { PhoneField } from '#web/ui/PhoneField.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { TeachingPlan, type Planned, sentPlan } from './TeachingPlan.tsx'

export type Invitation = OutputOf<typeof staffInvitations.list>[number]

type Props = { school: OwnSchool; invitation: Invitation | null; phoneNumber?: string; onClose: () => void }
type Values = { teacherName: string; phoneNumber: string; email: string }

/** Invites to teach, or to a role of the office, by phone number or, until one is known, e-mail address, with what they will teach. */
export function InviteTeacher({ school, invitation, phoneNumber = '', onClose }: Props) {
  const { t } = useTranslation()
  const invite = useChange(staffInvitations.invite)
  const update = useChange(staffInvitations.update)
  const mayPlan = useMay(classTeaching.add, school.id)
  const { data } = useRead(classTeaching.formData, { schoolId: school.id }, { enabled: mayPlan })
  const [began] = useState(() => ({ plan: planned(invitation), roleId: invitation?.roleId ?? teacherRole }))
  const [plan, setPlan] = useState<Planned>(began.plan)
  const [roleId, setRoleId] = useState<string>(began.roleId)
  const mayGive = useMay(userRoles.give, school.id)
  const { roles } = useGivableRoles(school, { enabled: mayGive })
  const isTeacher = roleId === teacherRole

  async function save(values: Values) {
    const schoolId = school.id
    const teaching = mayPlan || !isTeacher ? { teaching: isTeacher ? sentPlan(plan) : [] } : {}
    const role = mayGive ? { roleId } : {}
    if (invitation) {
      const { id: invitationId, version: baseVersion } = invitation
      await update({ schoolId, invitationId, baseVersion, ...values, ...role, ...teaching })
    } else await invite({ schoolId, ...values, ...role, ...teaching })
    toast({ title: t('settings.staffInvitations.saved') })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(invitation ? 'settings.staffInvitations.edit' : 'settings.staffInvitations.add')}
    >
      <Form<Values>
        schema={Invited}
        start={{
          teacherName: invitation?.teacherName ?? '',
          phoneNumber: invitation?.phoneNumber ?? phoneNumber,
          email: invitation?.email ?? '',
        }}
        save={save}
        submit="common.save"
        beside={<DialogCancel />}
        also={{
          value: { roleId, plan: [...plan] },
          start: { roleId: began.roleId, plan: [...began.plan] },
          put: (value) => {
            const before = value as { roleId: string; plan: [string, string[]][] }
            setRoleId(before.roleId)
            setPlan(new Map(before.plan))
          },
        }}
        {...(invitation && { draft: { id: invitation.id } })}
      >
        <TextField name="teacherName" label="settings.staffInvitations.teacherName" autoComplete="off" />
        <PhoneField
          name="phoneNumber"
          label="settings.staffInvitations.phoneNumber"
          hint="settings.staffInvitations.phoneHint"
          autoComplete="off"
        />
        <TextField
          name="email"
          type="email"
          label="settings.staffInvitations.email"
          hint="settings.staffInvitations.emailHint"
          autoComplete="off"
          dir="ltr"
        />
        <RoleChoice roles={roles ?? []} value={roleId} onChange={setRoleId} />
        {data && isTeacher && <TeachingPlan choices={data} plan={plan} onChange={setPlan} />}
      </Form>
    </Dialog>
  )
}

type RoleProps = { roles: { id: string; name: string }[]; value: string; onChange: (id: string) => void }

/** What the person is invited to, where there is more than one role to give. */
function RoleChoice({ roles, value, onChange }: RoleProps) {
  const { t } = useTranslation()
  if (roles.length < 2) return null
  return (
    <div>
      <p className="mb-1.5 font-medium">{t('settings.staffInvitations.role')}</p>
      <Dropdown
        wide
        label={t('settings.staffInvitations.role')}
        items={roles.map(({ id, name }) => ({ value: id, label: roleName(t, name) }))}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}

const teacherRole = builtInRoles.schoolTeacher.id

const planned = (invitation: Invitation | null): Planned => {
  const plan: Planned = new Map()
  for (const { courseId, classRoomId } of invitation?.teaching ?? [])
    plan.set(courseId, [...(plan.get(courseId) ?? []), ...(classRoomId ? [classRoomId] : [])])
  return plan
}

const Invited = z.strictObject({
  teacherName: optional(Text(0, 200)),
  phoneNumber: optional(Phone),
  email: optional(Email()),
})
