import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool, useSession } from '#web/lib/session.ts'
import { actIn } from '#web/lib/acting-school.ts'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import type { Trigger } from '#web/ui/FirstUse.tsx'
import { useGoOn } from '#web/ui/screen-blockers.ts'
import { itemsOf } from '#web/ui/items.ts'

/** Choosing a school makes it the default one and opens its classes. */
export function SchoolDropdown({ wide }: { trigger: Trigger; wide: boolean }) {
  const { t } = useTranslation()
  const { schools } = useSession()
  const chosen = useDefaultSchool()
  const goOn = useGoOn()

  async function choose(id: string) {
    // Otherwise the previous screen would be rendered again for the chosen school, and its typed text would be lost.
    if (await goOn(paths.myClassroom())) actIn(schools.find((school) => school.id === id)!)
  }

  return (
    <Dropdown
      label={t('header.school')}
      items={itemsOf(schools)}
      value={chosen?.id ?? null}
      onChange={(id) => void choose(id)}
      startOpen
      wide={wide}
    />
  )
}
