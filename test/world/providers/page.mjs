const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The page on which a visitor of the demo signs in. No password is asked for. */
export const page = (
  title,
  accounts,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)}</title>
<style>body{font:1rem/1.6 system-ui;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1c2a3a;background:#f4f6f9}
main{background:#fff;border-radius:1rem;padding:1.5rem;box-shadow:0 1px 4px #0002}h1{font-size:1.1rem;margin:0 0 .5rem}
button{font:inherit;width:100%;min-height:3rem;border-radius:.6rem;border:1px solid #0b6b57;margin-top:.6rem;cursor:pointer;background:#fff;
color:#0b6b57}small{display:block;opacity:.75}</style></head>
<body><main><h1>${escaped(title)}</h1><p>Accounts to try things out · حسابات للتجربة</p>
<form method="post">${accounts
  .map(
    ({ sub, name, email }) =>
      `<button name="account" value="${escaped(sub)}" dir="auto">${escaped(name)}<small dir="ltr">${escaped(email)}</small></button>`,
  )
  .join('')}</form></main></body></html>`
