import { ChildScreen } from '#web/app/student/OldAddresses.tsx'
import { ChildTableNested, ChildTableScreen } from '#web/people/parents/ChildTableScreen.tsx'
import { MyChildrenScreen } from '#web/people/parents/MyChildrenScreen.tsx'

/** A parent's children, and one of them. */
export const parentScreens = {
  children: MyChildrenScreen,
  nestedTable: ChildTableNested,
  table: ChildTableScreen,
  child: ChildScreen,
}
