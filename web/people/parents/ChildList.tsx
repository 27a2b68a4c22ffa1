import { ArrowLeft } from 'lucide-react'
import type { OutputOf } from '#contract/language/operation.ts'
import type { parents } from '#contract/people/parents/parents.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { relationName } from '#web/lib/reference.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { Card, CardGrid } from '#web/ui/Card.tsx'
import { Avatar } from '#web/ui/Picture.tsx'

export type Child = OutputOf<typeof parents.children>[number]

type Props = { childrenOfMine: Child[]; className?: string }

/** A parent's children as cards: picture or initials, name, relation, class and school. */
export function ChildList({ childrenOfMine, className }: Props) {
  const { t } = useTranslation()
  return (
    <CardGrid className={className}>
      {childrenOfMine.map((child) => (
        <li key={child.studentId}>
          <Card className="flex h-full flex-col gap-4">
            <div className="flex items-center gap-4">
              <Avatar names={child.studentName.split(' ')} src={child.imageUrl} className="size-14 text-lg" />
              <div className="min-w-0">
                <h2 className="text-lg [overflow-wrap:anywhere]">
                  <Bdi>{child.studentName}</Bdi>
                </h2>
                <p className="text-sm text-muted">{relationName(t, child.relationName)}</p>
              </div>
            </div>
            <p className="text-sm text-muted">
              <Bdi>{child.classRoomName}</Bdi> · <Bdi>{child.schoolName}</Bdi>
            </p>
            {child.leftOn && (
              <p className="rounded-field bg-wait-soft px-4 py-2 text-sm">
                {t('children.left')} <Day day={child.leftOn} />
              </p>
            )}
            <div className="mt-auto flex flex-wrap gap-2">
              <LinkButton
                tone="primary"
                to={paths.student(child.studentId)}
                aria-label={`${t('children.more')}: ${child.studentName}`}
              >
                {t('children.more')}
              </LinkButton>
              <TableLink child={child} />
            </div>
          </Card>
        </li>
      ))}
    </CardGrid>
  )
}

type TableProps = { child: Pick<Child, 'studentId' | 'studentName'> }

/** To the weekly table of a child: on a wide screen beside the children, on a narrow one a page of its own (product.md §2.1). */
export function TableLink({ child: { studentId, studentName } }: TableProps) {
  const { t } = useTranslation()
  return tables.map(({ to, className }) => (
    <LinkButton
      key={className}
      className={className}
      to={to(studentId)}
      state={{ studentId }}
      aria-label={`${t('children.table')}: ${studentName}`}
      title={t('children.table')}
    >
      {t('children.table')}
    </LinkButton>
  ))
}

const tables = [
  { to: paths.table, className: 'md:hidden print:hidden' },
  { to: paths.myChildrenTable, className: 'max-md:hidden print:hidden' },
]

/** Back to all children of the person signed in. */
export function ChildrenLink() {
  const { t } = useTranslation()
  return (
    <LinkButton
      className="print:hidden"
      to={paths.myChildren()}
      title={t('children.title')}
      icon={<ArrowLeft className="size-5 rtl:-scale-x-100" aria-hidden="true" />}
    >
      {t('children.title')}
    </LinkButton>
  )
}
