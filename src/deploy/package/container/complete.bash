# What bash of an interactive shell completes for 'losslessd WORD', loaded as bash-completion does.
# shellcheck shell=bash
. /usr/share/bash-completion/bash_completion
_comp_load losslessd 2>/dev/null || _completion_loader losslessd
COMP_WORDS=(losslessd "$1")
COMP_CWORD=1
COMP_LINE="losslessd $1"
COMP_POINT=${#COMP_LINE}
function=$(complete -p losslessd | sed 's/.*-F \([^ ]*\).*/\1/')
"$function" losslessd "$1" losslessd 2>/dev/null
echo "${COMPREPLY[@]}"
