import { parents } from '#contract/parents.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ChildList } from './ChildList.tsx'

/** A parent's children on the home page; nothing for anybody else. */
export function ChildrenAtHome() {
  const { t } = useTranslation()
  const { data } = useRead(parents.children, {})
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="my-children" className="mb-10">
      <h2 id="my-children" className="mb-4 text-xl">
        {t('children.title')}
      </h2>
      <ChildList childrenOfMine={data} />
    </section>
  )
}
