import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import type { Import } from './import.ts'

/** The files of a folder with what was found in each. */
export function FolderFiles({ of: { files } }: { of: Import }) {
  const { t } = useTranslation()
  if (files.length === 0) return null
  return (
    <details className="mb-6 rounded-card border border-line bg-surface px-5 py-4" data-import="files">
      <summary className="cursor-pointer font-semibold">
        {t('imports.folder.files')} ({files.length})
      </summary>
      <ul className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {files.map(({ name, rows, deleted, isRead }) => (
          <li key={name} className="flex flex-wrap gap-x-2 [overflow-wrap:anywhere]">
            <Bdi>{name}</Bdi>
            <span className="text-muted">
              {isRead ? t('imports.rows', { count: rows }) : t('imports.folder.notRead')}
              {deleted > 0 && ` · ${t('imports.folder.deleted', { count: deleted })}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
