import { feeSettings } from '#contract/money/fees/settings.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { courses } from '#contract/school/courses/courses.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { relationName, roleName } from '#web/lib/reference.ts'
import { useGivableRoles } from '#web/records/givable-roles.ts'
import { nameOfClass } from '#web/ui/class-name.ts'
import type { Import } from './import.ts'
import type { Unknown } from './unknown-names.ts'

type Item = { value: string; label: string }

/** What of the school the names of a table can mean, by kind; and its classes. */
export function useMeanable({ schoolId, kind }: Import) {
  const { t } = useTranslation()
  const { data: rooms = [] } = useRead(classes.list, { schoolId })
  const { data: relations = [] } = useRead(reference.relations, {})
  const isOfFees = useMay(feeSettings.get) && kind === 'balances'
  const { data: fees } = useRead(feeSettings.get, { schoolId }, { enabled: isOfFees })
  const isOfStaff = kind === 'staff'
  const { data: taught = [] } = useRead(courses.list, { schoolId }, { enabled: isOfStaff })
  const gives = useMay(userRoles.give, schoolId) && isOfStaff
  const { roles = [] } = useGivableRoles({ id: schoolId }, { enabled: gives })
  const items: Record<Unknown['kind'], Item[]> = {
    class: rooms.filter(({ active }) => active).map((room) => ({ value: room.id, label: nameOfClass(room) })),
    relation: relations.map(({ id, name }) => ({ value: id, label: relationName(t, name) })),
    feeItem: (fees?.items ?? []).filter(({ active }) => active).map(itemOf),
    course: taught.map(itemOf),
    role: [builtInRoles.schoolTeacher, ...roles.filter(({ id }) => id !== builtInRoles.schoolTeacher.id)].map(
      (role) => ({
        value: role.id,
        label: roleName(t, role.name),
      }),
    ),
  }
  return { items, rooms }
}

const itemOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
