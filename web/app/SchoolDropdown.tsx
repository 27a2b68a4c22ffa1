import { useTranslation } from '#web/lib/i18n.ts'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool, useSession } from '#web/lib/session.ts'
import { actIn } from '#web/lib/acting-school.ts'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import type { Trigger } from '#web/ui/FirstUse.tsx'

/** Choosing a school makes it the default one and goes to its classes. */
export function SchoolDropdown({ wide }: { trigger: Trigger; wide: boolean }) {
  const { t } = useTranslation()
  const { schools } = useSession()
  const chosen = useDefaultSchool()
  const navigate = useNavigate()

  function choose(id: string) {
    actIn(schools.find((school) => school.id === id)!)
    void navigate(paths.myClassroom())
  }

  return (
    <Dropdown
      label={t('header.school')}
      items={schools.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      onChange={choose}
      startOpen
      wide={wide}
    />
  )
}
