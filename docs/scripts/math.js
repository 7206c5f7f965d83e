// Formulas: what arithmatex marked in the page, drawn by KaTeX from its LaTeX.
for (const element of document.querySelectorAll(".arithmatex")) {
  const text = element.textContent.trim()
  katex.render(text.slice(2, -2), element, { displayMode: text.startsWith("\\["), throwOnError: false })
}
