import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import type { ChildToday } from './stored-day.ts'

/** What is missing in the record of a child, or whether all of it is still right. */
export function MissingLine({ missing }: { missing: ChildToday['missing'] }) {
  const { t } = useTranslation()
  return (
    <Link
      to={paths.myChildrenRecords()}
      className="flex min-h-11 flex-wrap items-center px-5 py-1 text-sm text-primary hover:underline"
    >
      {missing.length === 0
        ? t('corrections.stillRight')
        : `${t('corrections.lacking', { count: missing.length })} ${missing.map((field) => t(`corrections.lacks.${field}`)).join(t('corrections.and'))}`}
    </Link>
  )
}
