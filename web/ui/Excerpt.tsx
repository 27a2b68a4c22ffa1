/** The first two lines of a longer text of either script, which begin where the text around them does. */
export const Excerpt = ({ children }: { children: string }) => (
  <span className="block ltr:text-left rtl:text-right">
    <span dir="auto" className="line-clamp-2 pb-0.5 [overflow-wrap:anywhere]">
      {children}
    </span>
  </span>
)
