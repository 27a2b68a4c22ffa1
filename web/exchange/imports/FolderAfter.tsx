import { imports } from '#contract/exchange/imports/imports.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { FolderFiles } from './FolderFiles.tsx'
import type { Import } from './import.ts'
import { StaffToInvite } from './StaffToInvite.tsx'

type Props = { of: Import }

const useFolder = ({ id, files }: Import) => useRead(imports.folder, { importId: id }, { enabled: files.length > 0 })

/** What was imported from a folder besides its students. */
export function FolderMade({ of }: Props) {
  const { t } = useTranslation()
  const { data } = useFolder(of)
  if (!data) return null
  const { madeCourses, madeTeaching, madeInvitations, madeYear } = data
  return (
    <>
      {Object.entries({ madeCourses, madeTeaching, madeInvitations }).map(
        ([what, count]) => count > 0 && <li key={what}>{t(`imports.folder.${what}`, { count })}</li>,
      )}
      {madeYear && <li>{t('imports.folder.madeYear')}</li>}
    </>
  )
}

/** What remains to be done after the import of a folder, and what its files contained. */
export function FolderAfter({ of }: Props) {
  const { data } = useFolder(of)
  return (
    <div className="mt-6">
      {data && <StaffToInvite staff={data.staff} invites={false} />}
      <FolderFiles of={of} />
    </div>
  )
}
