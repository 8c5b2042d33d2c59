"""A short text in plain prose, in which some facts can be asked for."""

RAIN = (
    "Rain came early that year. The river rose past the old mill and the ferry stopped. Nobody had seen it so high. "
    "By the second week the road was gone, and with it the post. We read the same three books. In May the water fell "
    "at last, and the miller counted his sacks."
)
