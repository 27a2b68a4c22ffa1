import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { SchoolList } from './SchoolList.tsx'

/** The active schools below the own day of somebody signed in: fetched once they are looked for. */
export function FoldedSchools() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <details className="mt-8 print:hidden" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-3 font-semibold">{t('schools.title')}</summary>
      {open && <SchoolList />}
    </details>
  )
}
