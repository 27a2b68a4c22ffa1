/** The first two lines of a longer text of either script, aligned like the text around it. */
export const Excerpt = ({ children }: { children: string }) => (
  <span className="block ltr:text-left rtl:text-right">
    <span dir="auto" className="line-clamp-2 pb-0.5 [overflow-wrap:anywhere]">
      {children}
    </span>
  </span>
)
