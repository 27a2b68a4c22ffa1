import { ChildScreen } from '#web/parents/ChildScreen.tsx'
import { ChildTableNested, ChildTableScreen } from '#web/parents/ChildTableScreen.tsx'
import { MyChildrenScreen } from '#web/parents/MyChildrenScreen.tsx'

/** A parent's children, and one of them. */
export const parentScreens = {
  children: MyChildrenScreen,
  nestedTable: ChildTableNested,
  table: ChildTableScreen,
  child: ChildScreen,
}
